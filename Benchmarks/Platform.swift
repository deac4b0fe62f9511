import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes the allocator keep its memory, so that rows don't pay for each other's pages.
func keepMemoryWarm() {
  #if canImport(Glibc)
    typealias Option = @convention(c) (Int32, Int32) -> Int32
    guard let option = symbol("mallopt", as: Option.self) else { return }
    // The trim threshold, top pad, and mmap threshold, as numbered in the header of the C library.
    for (number, value) in [(-1, Int32.max), (-2, 256 << 20), (-3, 1 << 30)] {
      _ = option(Int32(number), Int32(value))
    }
  #endif
}

/// Starts a thread. Locks are cheaper in a process with one thread than in any test process.
func becomeMultithreaded() {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread { done.signal() }
  done.wait()
}

/// The number of bytes that are allocated but not freed, or `nil` if the platform doesn't report it.
func allocatedBytes() -> Int? {
  #if canImport(Glibc)
    typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let info = symbol("malloc_info", as: Info.self), let file = open_memstream(&text, &size)
    else { return nil }
    _ = info(0, file)
    fclose(file)
    defer { free(text) }
    guard let text else { return nil }
    // The totals of all arenas come last: the memory from the system minus the free memory.
    let xml = String(cString: text)
    func last(_ tag: String) -> Int {
      guard let found = xml.range(of: tag, options: .backwards) else { return 0 }
      let rest = xml[found.upperBound...]
      guard let start = rest.range(of: "size=\"") else { return 0 }
      return Int(rest[start.upperBound...].prefix { $0 != "\"" }) ?? 0
    }
    return last("<system type=\"current\"") + last("<total type=\"mmap\"")
      - last("<total type=\"rest\"") - last("<total type=\"fast\"")
  #elseif canImport(Darwin)
    return Int(mstats().bytes_used)
  #else
    return nil
  #endif
}

#if canImport(Glibc)
  private func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(nil, name).map { unsafeBitCast($0, to: type) }
  }
#endif

/// A Boolean value that indicates whether the program was compiled with optimization.
let isOptimized: Bool = {
  var isDebug = false
  assert(
    {
      isDebug = true
      return true
    }())
  return !isDebug
}()
