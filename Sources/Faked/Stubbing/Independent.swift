// Which calls can change places without a difference when `exploreOrders` runs the scenario that says so.
extension Faked {
  /// Declares the calls of an async `id` independent: `exploreOrders` leaves out orders that differ only in theirs.
  ///
  /// Two calls of functions so declared, of any fakes of the scenario, may change places where one goes on
  /// right after the other: whichever is first, the same calls wait afterwards, and all state is the same.
  /// So neither reads or changes what the other changes, neither cancels what the other calls, and the scenario
  /// awaits both; this is true of their behaviors, and of the code after them up to its next call. Their order
  /// among steps and calls of other functions is explored as ever. What is declared and not so hides orders.
  /// n such calls alone have one order; where a call follows when all have ended, there may be a few more.
  ///
  /// To be written in the scenario, where the fake is made. Outside of an exploration it does nothing.
  public func independent<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) {
    declare(
      .isIndependent, FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name
    )
  }

  /// Declares the calls of the property `id` independent that `handleAsyncCall` forwards.
  public func independent(_ id: KeyPath<Self, String>) {
    declare(.isIndependent, NamedFunction.self, self[keyPath: id])
  }
}
