/// An error that ends a test whose failure is already reported.
///
/// XCTest reports every error that ends a test, without a line. Therefore, the description names the line.
package protocol ReportedError: Error, CustomStringConvertible {}
