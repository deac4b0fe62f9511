#if canImport(Security)
  import Foundation
  import Security

  /// The keychain of Apple's platforms: generic passwords, a service each storage, an account each key.
  ///
  /// Always the data protection keychain, which never asks a person: an item can be read from the first
  /// unlock after a start on, and is refused before.
  struct SecurityKeychain: KeychainStorage {
    let identifier: String

    func data(for key: String) throws -> Data? {
      var query = attributes(of: key)
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try check(status)
      // No bytes at all may come as no object at all.
      guard let result else { return Data() }
      guard let data = result as? Data else { throw KeychainError(status: errSecDecode) }
      return data
    }

    func set(data: Data, for key: String) throws {
      let query = attributes(of: key)
      let values: [CFString: Any] = [
        kSecValueData: data,
        kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
      ]
      // Another process may add the item before this one does, and remove it again before it is
      // updated. It would have to win each of these races to make the last status an error.
      var status = errSecDuplicateItem
      for _ in 1...3 where status == errSecDuplicateItem || status == errSecItemNotFound {
        status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
        if status == errSecDuplicateItem {
          status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
        }
      }
      try check(status)
    }

    func removeData(for key: String) throws {
      try remove(attributes(of: key))
    }

    func reset() throws {
      try remove(attributes(of: nil))
    }

    private func remove(_ attributes: [CFString: Any]) throws {
      let status = SecItemDelete(attributes as CFDictionary)
      if status != errSecItemNotFound { try check(status) }
    }

    private func attributes(of key: String?) -> [CFString: Any] {
      var attributes: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: KeychainName.encoded(identifier),
        kSecUseDataProtectionKeychain: true,
      ]
      if let key { attributes[kSecAttrAccount] = KeychainName.encoded(key) }
      return attributes
    }

    private func check(_ status: OSStatus) throws {
      guard status == errSecSuccess else { throw KeychainError(status: status) }
    }
  }
#endif
