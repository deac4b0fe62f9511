import Testing

/// Attaches the picture of an exploration to its test.
///
/// Swift Testing has attachments since Swift 6.2. XCTest has them only on Apple's systems, and only for an activity
/// of the main actor.
enum PictureAttachment {
  /// Attaches a picture to the current test, if it is a test of Swift Testing.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - place: The line of the exploration.
  static func record(_ svg: String, at place: SourcePlace) {
    #if compiler(>=6.2)
      if Test.current == nil { return }
      Attachment.record(svg, named: "orders.svg", sourceLocation: place.location)
    #endif
  }
}
