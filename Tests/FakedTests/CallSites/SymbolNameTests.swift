import Faked
import Testing

struct SymbolNameTests {
  @Test(arguments: [
    ("Feed.load()", "Feed.load()"),
    ("closure #1 in Feed.load()", "Feed.load()"),
    ("closure #1 in closure #2 in static Feed.load(_:)", "Feed.load(_:)"),
    ("closure #1 in ", "top-level code"), ("closure #1 in closure #2 in ", "top-level code"),
    ("inner #1 <A>() in Plain.nested()", "Plain.nested()"),
    ("specialized Feed.load()", "Feed.load()"), ("closure #1 in ", "top-level code"),
    ("static Vector.+ infix(_:_:)", "Vector.+(_:_:)"), ("Vector.- prefix(_:)", "Vector.-(_:)"),
    ("closure #1 in Feed.title.getter", "Feed.title"), ("Feed.subscript.setter", "Feed.subscript"),
  ])
  func theFunctionEnclosesTheClosures(_ name: String, _ function: String) {
    #expect(SymbolName(name).function == function)
  }

  @Test(arguments: [
    ("FakeAPI.load(_:)", true), ("closure #1 in FakeAPI.load(_:)", true),
    ("protocol witness for API.load(_:) in conformance FakeAPI", true),
    ("Outer.FakeAPI.load(_:)", true), ("FakeAPIClient.load(_:)", false), ("Feed.load()", false),
  ])
  func aSymbolNameMentionsItsTypes(_ name: String, _ mentions: Bool) {
    #expect(SymbolName(name).mentions("FakeAPI") == mentions)
  }

  @Test(arguments: [
    ("$ss15ContiguousArrayV5FakedAC16AnyFunctionStateCRszlE4find_5namedyF", true),
    ("$sSa4MailE5flushyyF", false), ("$sSa5countSivg", false),
    ("$s5FakedAAPAAE10handleCall", true), ("$s12FakedTestingAA", true),
    ("$s10FakedThing3runyyF", false), ("_ZN5swift", false), ("$s3App7ServiceC", false),
  ])
  func aMangledNameContainsTheModule(_ name: String, _ isOfLibrary: Bool) {
    #expect(SymbolName.isOfLibrary(name) == isOfLibrary)
  }

  @Test(arguments: [
    ("$ss23withCheckedContinuation9isolation8function_", true), ("$sSTsE3mapySayqd__G", true),
    ("$sSa5countSivg", true), ("$sScG4nextxSgyYaF", true), ("$sSa4MailE5flushyyF", false),
    ("$sScA3AppE3runyyF", false), ("$s4Mail6OutboxV", false),
    ("$sSa4MailAA4ItemVRszlE7saveAll2inyAA5StoreC_tF", false),
    ("$sST4MailSS7ElementRtzrlE7loadAll4fromyAA5StoreC_tF", false),
    ("$sSo16UIViewControllerC4MailE4showyyF", false), ("$ss6ResultO4MailE4showyyF", false),
    ("$sSa6appendyyxnF4Mail11ModelEntityV_Tg5", true), ("$sSa6appendyyxnF", true),
    ("$sSTsSQ7ElementRpzrlE8containsySbABF", true), ("_ZN5swift", false),
  ])
  func aMangledNameRevealsTheStandardLibrary(_ name: String, _ isOfStandardLibrary: Bool) {
    #expect(SymbolName.isOfStandardLibrary(name) == isOfStandardLibrary)
  }
}
