#if canImport(Security)
  import Foundation
  import Security

  /// The keychain of Apple's platforms. Items are generic passwords: a storage is a service, and a key an account.
  ///
  /// It always uses the data protection keychain, which never prompts the user. Items can be read after the device
  /// is first unlocked following a restart. Before that, reading fails.
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
      // An empty value may be returned as no object.
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
      // Another process can add the item before this process does, and remove it before the update.
      // Only if it wins each of these races is the last status an error.
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
