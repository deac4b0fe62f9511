import Foundation
import Testing
import XCTest

/// Attaches files to a test.
///
/// Swift Testing supports attachments with Swift 6.2 or later. XCTest supports them only on Apple's systems, and only
/// for an activity of the main actor.
package enum TestAttachment {
  /// Attaches a text to the current test of Swift Testing.
  static func record(_ text: String, named name: String, at place: SourcePlace? = nil) {
    #if compiler(>=6.2)
      guard Test.current != nil else { return }
      if let place {
        Attachment.record(text, named: name, sourceLocation: place.location)
      } else {
        Attachment.record(text, named: name)
      }
    #endif
  }

  /// Attaches an SVG picture to the current test of either framework.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - name: The name of the file.
  ///   - place: The line to which the picture belongs.
  ///   - isolation: The actor of the caller.
  package static func recordPicture(
    _ svg: String, named name: String, at place: SourcePlace,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    if Test.current != nil { return record(svg, named: name, at: place) }
    #if canImport(ObjectiveC)
      guard TestFramework.current.contains(.xcTest) else { return }
      await MainActor.run {
        XCTContext.runActivity(named: name) { activity in
          let picture = XCTAttachment(
            data: Data(svg.utf8), uniformTypeIdentifier: "public.svg-image")
          picture.name = name
          picture.lifetime = .keepAlways
          activity.add(picture)
        }
      }
    #endif
  }
}
