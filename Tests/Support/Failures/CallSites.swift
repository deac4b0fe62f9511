extension String {
  /// The report of an exploration of faults or results without call sites, which some systems don't know.
  package var withoutCallSites: String {
    replacing(#/, called [^\n]+?, (?<end>failing|returns)/#) { match in
      match.end == "failing" ? ", failing" : " returns"
    }
  }
}
