// The forms of `then` and `where` for functions of up to four parameters. They do nothing of their own:
// with the types of a closure's parameters at hand, and not in a tuple or a pack, the compiler checks
// its body in milliseconds. What they do is said in `Behavior`.
extension Behavior {
  @discardableResult
  public func then(_ perform: @escaping () throws(Failure) -> Output) -> Self
  where Arguments == Void {
    add(.sync { (_, _: ()) throws(Failure) in try perform() })
  }

  @discardableResult
  public func then(_ perform: @escaping (_ invocationCount: Int) throws(Failure) -> Output) -> Self
  where Arguments == Void {
    add(.sync { (count, _: ()) throws(Failure) in try perform(count) })
  }

  public func `where`(_ condition: @escaping () -> Bool) -> Self where Arguments == Void {
    filtered { _ in condition() }
  }

  @discardableResult
  public func then<P1, P2>(_ perform: @escaping (P1, P2) throws(Failure) -> Output) -> Self
  where Arguments == (P1, P2) {
    add(.sync { (_, arguments: (P1, P2)) throws(Failure) in try perform(arguments.0, arguments.1) })
  }

  @discardableResult
  public func then<P1, P2>(
    _ perform: @escaping (_ invocationCount: Int, P1, P2) throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2) {
    add(
      .sync { (count, arguments: (P1, P2)) throws(Failure) in
        try perform(count, arguments.0, arguments.1)
      })
  }

  public func `where`<P1, P2>(_ condition: @escaping (P1, P2) -> Bool) -> Self
  where Arguments == (P1, P2) {
    filtered { arguments in condition(arguments.0, arguments.1) }
  }

  @discardableResult
  public func then<P1, P2, P3>(_ perform: @escaping (P1, P2, P3) throws(Failure) -> Output) -> Self
  where Arguments == (P1, P2, P3) {
    add(
      .sync { (_, arguments: (P1, P2, P3)) throws(Failure) in
        try perform(arguments.0, arguments.1, arguments.2)
      })
  }

  @discardableResult
  public func then<P1, P2, P3>(
    _ perform: @escaping (_ invocationCount: Int, P1, P2, P3) throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2, P3) {
    add(
      .sync { (count, arguments: (P1, P2, P3)) throws(Failure) in
        try perform(count, arguments.0, arguments.1, arguments.2)
      })
  }

  public func `where`<P1, P2, P3>(_ condition: @escaping (P1, P2, P3) -> Bool) -> Self
  where Arguments == (P1, P2, P3) {
    filtered { arguments in condition(arguments.0, arguments.1, arguments.2) }
  }

  @discardableResult
  public func then<P1, P2, P3, P4>(_ perform: @escaping (P1, P2, P3, P4) throws(Failure) -> Output)
    -> Self where Arguments == (P1, P2, P3, P4)
  {
    add(
      .sync { (_, arguments: (P1, P2, P3, P4)) throws(Failure) in
        try perform(arguments.0, arguments.1, arguments.2, arguments.3)
      })
  }

  @discardableResult
  public func then<P1, P2, P3, P4>(
    _ perform: @escaping (_ invocationCount: Int, P1, P2, P3, P4) throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2, P3, P4) {
    add(
      .sync { (count, arguments: (P1, P2, P3, P4)) throws(Failure) in
        try perform(count, arguments.0, arguments.1, arguments.2, arguments.3)
      })
  }

  public func `where`<P1, P2, P3, P4>(_ condition: @escaping (P1, P2, P3, P4) -> Bool) -> Self
  where Arguments == (P1, P2, P3, P4) {
    filtered { arguments in condition(arguments.0, arguments.1, arguments.2, arguments.3) }
  }
}

extension AsyncBehavior {
  @discardableResult
  public func then(_ perform: @escaping () async throws(Failure) -> Output) -> Self
  where Arguments == Void {
    add(.async { (_, _: ()) async throws(Failure) in try await perform() })
  }

  @discardableResult
  public func then(_ perform: @escaping (_ invocationCount: Int) async throws(Failure) -> Output)
    -> Self where Arguments == Void
  {
    add(.async { (count, _: ()) async throws(Failure) in try await perform(count) })
  }

  @discardableResult
  public func then<P1, P2>(_ perform: @escaping (P1, P2) async throws(Failure) -> Output) -> Self
  where Arguments == (P1, P2) {
    add(
      .async { (_, arguments: (P1, P2)) async throws(Failure) in
        try await perform(arguments.0, arguments.1)
      })
  }

  @discardableResult
  public func then<P1, P2>(
    _ perform: @escaping (_ invocationCount: Int, P1, P2) async throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2) {
    add(
      .async { (count, arguments: (P1, P2)) async throws(Failure) in
        try await perform(count, arguments.0, arguments.1)
      })
  }

  @discardableResult
  public func then<P1, P2, P3>(_ perform: @escaping (P1, P2, P3) async throws(Failure) -> Output)
    -> Self where Arguments == (P1, P2, P3)
  {
    add(
      .async { (_, arguments: (P1, P2, P3)) async throws(Failure) in
        try await perform(arguments.0, arguments.1, arguments.2)
      })
  }

  @discardableResult
  public func then<P1, P2, P3>(
    _ perform: @escaping (_ invocationCount: Int, P1, P2, P3) async throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2, P3) {
    add(
      .async { (count, arguments: (P1, P2, P3)) async throws(Failure) in
        try await perform(count, arguments.0, arguments.1, arguments.2)
      })
  }

  @discardableResult
  public func then<P1, P2, P3, P4>(
    _ perform: @escaping (P1, P2, P3, P4) async throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2, P3, P4) {
    add(
      .async { (_, arguments: (P1, P2, P3, P4)) async throws(Failure) in
        try await perform(arguments.0, arguments.1, arguments.2, arguments.3)
      })
  }

  @discardableResult
  public func then<P1, P2, P3, P4>(
    _ perform: @escaping (_ invocationCount: Int, P1, P2, P3, P4) async throws(Failure) -> Output
  ) -> Self where Arguments == (P1, P2, P3, P4) {
    add(
      .async { (count, arguments: (P1, P2, P3, P4)) async throws(Failure) in
        try await perform(count, arguments.0, arguments.1, arguments.2, arguments.3)
      })
  }
}
