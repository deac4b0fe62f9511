import Foundation

/// A lock that keeps other processes from writing into a folder of recordings. It creates no file.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other process has the lock, and takes it.
  init(_ folder: String) {
    descriptor = open(folder, O_RDONLY)
    // Recording also works on file systems that don't support locks.
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
  }

  func unlock() {
    // Closing the folder releases the lock.
    if descriptor >= 0 { close(descriptor) }
  }
}
