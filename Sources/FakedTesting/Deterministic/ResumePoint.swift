import Foundation

#if canImport(Runtime)
  import Runtime
#endif

/// The function and the line at which a suspended task continues, for reports.
struct ResumePoint: CustomStringConvertible {
  /// The function, such as `Poller.poll()`.
  let function: String
  /// The name of the file and the line, such as `Poller.swift:12`.
  let place: String

  var description: String { "\(function) (\(place))" }

  /// Looks up the innermost address that belongs to the program's own source code.
  ///
  /// - Parameter addresses: The addresses at which a task and its callers continue, innermost first.
  init?(_ addresses: [UInt]) {
    #if canImport(Runtime) && os(Linux)
      for address in addresses {
        guard let symbol = Self.frame(at: address)?.symbol, symbol.rawName.hasPrefix("$s"),
          let location = symbol.sourceLocation, location.line > 0,
          !location.path.hasPrefix(Self.ownSources)
        else { continue }
        function = Self.readable(symbol.name)
        place = "\(location.path.split(separator: "/").last ?? ""):\(location.line)"
        return
      }
    #endif
    return nil
  }

  #if canImport(Runtime) && os(Linux)
    /// Removes what the compiler adds to the name of a part of an async function.
    private static func readable(_ name: String) -> String {
      var name = name[...]
      if name.hasPrefix("("), let end = name.range(of: ") ") { name = name[end.upperBound...] }
      for prefix in ["suspend resume", "await resume"] {
        let prefix = prefix + " partial function for "
        if name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
      }
      // A closure is named by the function around it, because the line says which one it is.
      while name.hasPrefix("closure #"), let end = name.range(of: " in ") {
        name = name[end.upperBound...]
      }
      return String(name)
    }

    /// The folder of this library's sources, whose functions a report leaves out.
    private static let ownSources =
      #filePath.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast(3).joined(separator: "/") + "/"

    /// The program's images, which do not change while tests run.
    private static let images = ImageMap.capture()

    private static func frame(at address: UInt) -> SymbolicatedBacktrace.Frame? {
      // A backtrace has no initializer that takes addresses, but it can be decoded. One command of its
      // compact form adds an address of six bytes.
      let command: UInt8 = 0x25
      var bytes: [UInt8] = [0x02, command]
      for shift in stride(from: 40, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: address >> UInt(shift)))
      }
      bytes.append(0)
      #if arch(x86_64)
        let architecture = "x86_64"
      #else
        let architecture = "arm64"
      #endif
      let json = """
        {"architecture": "\(architecture)", "backtrace": "\(Data(bytes).base64EncodedString())"}
        """
      let backtrace = try? JSONDecoder().decode(Backtrace.self, from: Data(json.utf8))
      return backtrace?.symbolicated(with: images)?.frames.first
    }
  #endif
}
