import Foundation
import Testing
import XCTest

/// Attaches the picture of an exploration to its test.
///
/// Swift Testing supports attachments from Swift 6.2. XCTest supports them only on Apple's systems, and only for an
/// activity of the main actor.
enum PictureAttachment {
  /// Attaches a picture to the current test.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - place: The line of the exploration.
  ///   - isolation: The actor of the caller.
  static func record(
    _ svg: String, at place: SourcePlace, isolation: isolated (any Actor)? = #isolation
  ) async {
    if Test.current != nil {
      #if compiler(>=6.2)
        Attachment.record(svg, named: "orders.svg", sourceLocation: place.location)
      #endif
      return
    }
    #if canImport(ObjectiveC)
      guard TestFramework.current.contains(.xcTest) else { return }
      await MainActor.run {
        XCTContext.runActivity(named: "orders.svg") { activity in
          let picture = XCTAttachment(
            data: Data(svg.utf8), uniformTypeIdentifier: "public.svg-image")
          picture.name = "orders.svg"
          picture.lifetime = .keepAlways
          activity.add(picture)
        }
      }
    #endif
  }
}
