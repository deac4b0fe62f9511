import Foundation

/// Keeps other processes from writing into a folder of recordings. It leaves no file behind.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other process has the lock.
  init(_ folder: String) {
    descriptor = open(folder, O_RDONLY)
    // A file system without locks is no reason not to record.
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
  }

  func unlock() {
    // Closing the folder releases the lock.
    if descriptor >= 0 { close(descriptor) }
  }
}
