import FakedExplore
import TestSupport
import Testing

/// Services with one known bug each. Explorations always find the bug, and the fixed service always passes.
struct ServicesTests {
  @Test(arguments: [false, true])
  func aLostResponseMustNotRepeatThePayment(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreFaults(kinds: [.beforeEffect, .afterEffect]) {
        let till = Till(isCareful: isCareful)
        try? await till.pay(30)
        #expect(till.bank.total <= 30)
      }
    }
    #expect(report.broken.isEmpty == isCareful)
    #expect(report.broken.allSatisfy { $0.faultyCalls[0].kind == .afterEffect })
  }

  @Test(arguments: [false, true])
  func aFailedBookingMustLeaveNothingBooked(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreFaults {
        let depot = FakeDepot()
        let booked = Captured<Set<String>>([])
        depot.when(\.push) { name throws(StoreError) in booked.withValue { _ = $0.insert(name) } }
        depot.when(\.put) { name throws(StoreError) in booked.withValue { _ = $0.remove(name) } }
        depot.mayFail(\.push, with: .full)
        depot.exempt(\.put)
        let isBooked = await book(["flight", "hotel", "car"], depot, isCareful: isCareful)
        #expect(booked.value.count == (isBooked ? 3 : 0))
      }
    }
    #expect(report.broken.flatMap(\.faultyCalls).map(\.number) == (isCareful ? [] : [2, 3]))
  }

  @Test(arguments: [false, true])
  func aFailedCallMustResumeItsWaiters(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreFaults {
        let door = Door(isCareful: isCareful)
        let visitor = Task { await door.waitUntilOpen() }
        try? await door.open()
        _ = await withTaskCancellationHandler {
          await visitor.value
        } onCancel: {
          Task { await door.giveUp() }
        }
      }
    }
    #expect(report.broken.count == (isCareful ? 0 : 1))
    #expect(
      report.broken.allSatisfy {
        $0.failures[0].hasPrefix("The scenario waits for something that can no longer happen")
      })
  }

  @Test(arguments: [false, true])
  func aCanceledScreenMustStopItsWork(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreCancellations {
        let screen = Screen(isCareful: isCareful)
        await screen.load(["a", "b"])
        if Task.isCancelled { #expect(!screen.shown.value.contains("b")) }
      }
    }
    #expect(report.broken.isEmpty == isCareful)
  }
}

/// A bank that accepts each payment once if it can recognize repeated payments.
private final class FakeBank: Faked, Sendable {
  let payID: FunctionID<(Int, String) -> Void, AsyncThrows> = "pay(_:key:)"
  private let payments = Captured<[String: Int]>([:])
  var total: Int { payments.value.values.reduce(0, +) }
  func pay(_ amount: Int, key: String) async throws {
    try await handleCall(\.payID, amount, key, default: payments.withValue { $0[key] = amount })
  }
}

private struct Till {
  let bank = FakeBank()
  let isCareful: Bool
  func pay(_ amount: Int) async throws {
    do {
      try await bank.pay(amount, key: "1")
    } catch {
      try await bank.pay(amount, key: isCareful ? "1" : "2")
    }
  }
}

private func book(_ names: [String], _ depot: FakeDepot, isCareful: Bool) async -> Bool {
  var booked: [String] = []
  for name in names {
    do {
      try await depot.push(name)
      booked.append(name)
    } catch {
      if isCareful { for name in booked.reversed() { try? depot.put(name) } }
      return false
    }
  }
  return true
}

private actor Door {
  let depot = FakeDepot()
  private let isCareful: Bool
  private var isOpen = false
  private var wasGivenUp = false
  private var waiting: [CheckedContinuation<Bool, Never>] = []
  init(isCareful: Bool) { self.isCareful = isCareful }
  func waitUntilOpen() async -> Bool {
    if isOpen || wasGivenUp { return isOpen }
    return await withCheckedContinuation { waiting.append($0) }
  }
  func open() async throws {
    do {
      _ = try depot.load("key")
      isOpen = true
      resumeAll(isOpen: true)
    } catch {
      if isCareful { giveUp() }
      throw error
    }
  }
  func giveUp() {
    wasGivenUp = true
    resumeAll(isOpen: false)
  }
  private func resumeAll(isOpen: Bool) {
    for continuation in waiting { continuation.resume(returning: isOpen) }
    waiting = []
  }
}

private struct Screen {
  let depot = FakeDepot()
  let isCareful: Bool
  let shown = Captured<[String]>([])
  func load(_ keys: [String]) async {
    let task = Task {
      for key in keys {
        guard let text = try? await depot.fetch(key), !isCareful || !Task.isCancelled else {
          return
        }
        shown.withValue { $0.append(text) }
      }
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      if isCareful { task.cancel() }
    }
  }
}
