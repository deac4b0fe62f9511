import Testing
import faked_generate

struct MangledNameTests {
  @Test(arguments: [
    ("s:1M1PP1ayyyyYaYAXEF", "(@isolated(any) () async -> Void) -> Void"),
    (
      "s:1M1PP1byyyyYaYCXE_SSSiYaYbKctYaF",
      """
      (nonisolated(nonsending) () async -> Void, \
      @escaping @Sendable (Swift.Int) async throws -> Swift.String) async -> Void
      """
    ),
    ("s:1M1PP1cyyySiKXEKF", "((Swift.Int) throws -> Void) throws -> Void"),
    ("s:1M1PPyS2iyccip", "@escaping (@escaping () -> Swift.Int) -> Swift.Int"),
    ("s:1M1PP16setYAccelerationyySiF", "(Swift.Int) -> Void"),
    ("s:1M1PP2clyyYbScMYccSgvp", "(@escaping @MainActor @Sendable () -> Void)?"),
    (
      "s:11FlyingSocks10EventQueueP16getNotificationsSayAA0C12NotificationVGyKF",
      "() throws -> [FlyingSocks.EventNotification]"
    ),
    ("s:1M1PP1eyySid_tF", "(Swift.Int...) -> Void"),
  ]) func theTypeOfADeclarationIsRead(identifier: String, type: String) {
    #expect(MangledName(identifier).typeText == type)
  }

  @Test(arguments: ["", "s:", "c:objc(cs)NSObject", "s:1M1PP1ayyyyYa?", "s:9999999999999", "s:AZ"])
  func anIdentifierWithUnknownPartsHasNoType(identifier: String) {
    #expect(MangledName(identifier).typeText == nil)
  }

  @Test func aNameIsNotMistakenForAnOperator() {
    #expect(MangledName("s:1M7YAccessP").module == "M")
    #expect(!MangledName("s:1M2LLP").isPrivate)
    #expect(
      MangledName("s:1M1P33_0123456789ABCDEF0123456789ABCDEFLLP").isPrivate)
  }

  @Test func theFixityOfAnOperatorIsRead() {
    #expect(MangledName("s:1M1PP2ppoPyyxFZ").isPostfix)
    #expect(!MangledName("s:1M1PP2ppopyyxFZ").isPostfix)
  }
}
