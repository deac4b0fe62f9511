// The parts of Security that FakeableClients uses. Dictionaries of Core Foundation are Swift dictionaries here, so
// that they need no bridging.
@_exported import Foundation

public typealias OSStatus = Int32
public typealias CFString = String
public typealias CFDictionary = [CFString: Any]
public typealias CFTypeRef = AnyObject

public let kSecClass: CFString = ""
public let kSecClassGenericPassword: CFString = ""
public let kSecAttrService: CFString = ""
public let kSecAttrAccount: CFString = ""
public let kSecAttrAccessible: CFString = ""
public let kSecAttrAccessibleAfterFirstUnlock: CFString = ""
public let kSecUseDataProtectionKeychain: CFString = ""
public let kSecReturnData: CFString = ""
public let kSecMatchLimit: CFString = ""
public let kSecMatchLimitOne: CFString = ""
public let kSecValueData: CFString = ""

public var errSecSuccess: OSStatus { 0 }
public var errSecItemNotFound: OSStatus { 0 }
public var errSecDuplicateItem: OSStatus { 0 }
public var errSecDecode: OSStatus { 0 }

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
