import Testing

extension TestDescription: ValueDescriber {
  package static func description(of value: Any) -> String? {
    (value as? any CustomTestStringConvertible)?.testDescription
  }
}
