/// Returns the difference between two texts in the format of `diff -u`. Empty if there is none.
package func unifiedDifference(
  from old: String, to new: String, labels: (old: String, new: String)
) -> String {
  let changes = changedLines(from: lines(of: old), to: lines(of: new))
  let hunks = hunks(of: changes)
  if hunks.isEmpty { return "" }
  return (["--- \(labels.old)", "+++ \(labels.new)"] + hunks).joined(separator: "\n") + "\n"
}

/// A line of the difference, with its number in both texts.
private struct ChangedLine {
  let mark: Character
  let text: Substring
  let old: Int
  let new: Int
}

private let noNewline = "\n\\ No newline at end of file"

/// Returns the lines of a text. A last line with a newline differs from one without.
private func lines(of text: String) -> [Substring] {
  var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  guard let last = lines.popLast(), !last.isEmpty else { return lines }
  return lines + [last + noNewline]
}

private func changedLines(from old: [Substring], to new: [Substring]) -> [ChangedLine] {
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var changed: [ChangedLine] = []
  var (oldLine, newLine) = (0, 0)
  while oldLine < old.count || newLine < new.count {
    if removed.contains(oldLine) {
      changed.append(ChangedLine(mark: "-", text: old[oldLine], old: oldLine, new: newLine))
      oldLine += 1
    } else if inserted.contains(newLine) {
      changed.append(ChangedLine(mark: "+", text: new[newLine], old: oldLine, new: newLine))
      newLine += 1
    } else {
      changed.append(ChangedLine(mark: " ", text: old[oldLine], old: oldLine, new: newLine))
      oldLine += 1
      newLine += 1
    }
  }
  return changed
}

/// Returns the changed parts, with three lines before and after them.
private func hunks(of lines: [ChangedLine]) -> [String] {
  let context = 3
  var ranges: [Range<Int>] = []
  for index in lines.indices where lines[index].mark != " " {
    let range = max(0, index - context)..<min(lines.count, index + context + 1)
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }
  return ranges.map { range in
    let part = lines[range]
    let head = "@@ -\(span(part, without: "+", \.old)) +\(span(part, without: "-", \.new)) @@"
    return ([head] + part.map { "\($0.mark)\($0.text)" }).joined(separator: "\n")
  }
}

/// Returns the first line and the number of lines of a hunk in one of the texts.
private func span(
  _ part: ArraySlice<ChangedLine>, without mark: Character, _ line: KeyPath<ChangedLine, Int>
) -> String {
  let count = part.count { $0.mark != mark }
  let start = (part.first?[keyPath: line] ?? 0) + (count == 0 ? 0 : 1)
  return count == 1 ? "\(start)" : "\(start),\(count)"
}
