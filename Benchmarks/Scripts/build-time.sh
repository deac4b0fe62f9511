#!/usr/bin/env bash
# Measures the time that Faked adds to a build: clean debug builds of a small package with and without it, in
# turn, and the time to type-check 1,000 lines of `when` and `verify`.
#
#   Benchmarks/Scripts/build-time.sh [ROUNDS]
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
rounds=${1:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

now() { date +%s%N; }
# Runs a command quietly and prints its time in milliseconds. Shows its output if it fails.
milliseconds() {
  local start
  start=$(now)
  "$@" >"$work/output" 2>&1 || {
    cat "$work/output" >&2
    exit 1
  }
  echo $((($(now) - start) / 1000000))
}
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# Creates a package with a protocol, code that uses it, and a fake: handwritten or with Faked.
make_package() { # folder, dependency, target dependency, source of the fake
  mkdir -p "$1/Sources/App"
  cat >"$1/Package.swift" <<END
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "App", platforms: [.macOS(.v13)], dependencies: [$2],
  targets: [.target(name: "App", dependencies: [$3])])
END
  cat >"$1/Sources/App/Store.swift" <<'END'
protocol Store {
  func load(_ key: String) throws -> Int
}

func sum(_ store: some Store) throws -> Int { try store.load("a") + store.load("b") }
END
  printf '%s\n' "$4" >"$1/Sources/App/FakeStore.swift"
}

make_package "$work/without" "" "" 'struct FakeStore: Store {
  var behavior: (String) throws -> Int
  func load(_ key: String) throws -> Int { try behavior(key) }
}'
make_package "$work/with" ".package(name: \"Faked\", path: \"$repository\")" \
  '.product(name: "Faked", package: "Faked")' 'import Faked

struct FakeStore: Store, Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
}'

# The first build of each package reads the manifests, which the package manager then caches.
for package in without with; do milliseconds swift build --package-path "$work/$package" >/dev/null; done
for ((round = 1; round <= rounds; round++)); do
  for package in without with; do
    rm -rf "$work/$package/.build"
    milliseconds swift build --package-path "$work/$package" >>"$work/$package.times"
  done
done
without=$(median <"$work/without.times")
with=$(median <"$work/with.times")
awk -v with="$with" -v without="$without" 'BEGIN {
  printf "clean debug build of a package: %.1f s without Faked, %.1f s with it: %.2f x\n",
    without / 1000, with / 1000, with / without }'

# 1,000 lines of eight kinds, as in a test. A file without them measures the imports.
swift build --package-path "$repository" --scratch-path "$work/modules" --target FakedTesting \
  >"$work/output" 2>&1 || {
  cat "$work/output" >&2
  exit 1
}
lines() { # how many
  cat <<'END'
import FakedTesting

struct StoreError: Error {}

struct FakeStore: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let save: FunctionID<(String, Int) -> Void, AsyncThrows> = "save"
  let move: FunctionID<(Int, Int, Int, Int) -> Int, Returns> = "move"
  let put: FunctionID<(String) -> Int, ThrowsOnly<StoreError>> = "put"
  let now: FunctionID<() -> Int, Returns> = "now"
}
END
  local number
  for ((number = 0; number < $1; number++)); do
    ((number % 20 != 0)) || printf '%sfunc test%s(_ fake: FakeStore) {\n' \
      "$([ "$number" = 0 ] || printf '}\n ')" "$number"
    case $((number % 10)) in
    0) echo '  fake.when(\.load) { key in key.count + 1 }' ;;
    1) echo '  fake.when(\.save) { key, value in if value > 1 { throw StoreError() } }' ;;
    2) echo '  fake.when(\.move) { a, b, c, d in a }' ;;
    3) echo '  fake.when(\.put) { key throws(StoreError) in key.isEmpty ? 0 : 1 }' ;;
    4) echo '  fake.when(\.load).thenReturn(1, 2, 3).thenThrow(StoreError())' ;;
    5) echo '  fake.when(\.load, with: "a").thenReturn(1)' ;;
    6) echo '  fake.when(\.save, matching: .prefix("a"), .range(1...3)).thenReturn()' ;;
    7) echo '  fake.verify(\.load, called: 2...)' ;;
    8) echo '  fake.verify(\.save, called: 2, with: "a", 1)' ;;
    9) echo '  fake.verify(\.save, where: { key, value in value > 1 })' ;;
    esac
  done
  [ "$1" = 0 ] || echo '}'
}
lines 1000 >"$work/Lines.swift"
lines 0 >"$work/None.swift"
# The slowest line to type-check is measured separately: a calculation with four closure parameters.
{
  lines 0
  echo 'func calculation(_ fake: FakeStore) { fake.when(\.move) { a, b, c, d in a + b * c - d } }'
} >"$work/Four.swift"
modules=$(dirname "$(find "$work/modules" -name FakedTesting.swiftmodule | head -n 1)")
check() {
  milliseconds swiftc -typecheck -swift-version 6 -parse-as-library -package-name app -I "$modules" "$@"
}
for ((round = 1; round <= rounds; round++)); do
  check "$work/None.swift" >>"$work/none.times"
  check "$work/Lines.swift" >>"$work/lines.times"
done
none=$(median <"$work/none.times")
all=$(median <"$work/lines.times")
slowest() { # milliseconds of the slowest line of a file
  check "$1" -Xfrontend -warn-long-expression-type-checking=1 >/dev/null
  sed -n 's/.*expression took \([0-9]*\)ms.*/\1/p' "$work/output" | sort -rn | head -n 1
}
awk -v all="$all" -v none="$none" -v line="$(slowest "$work/Lines.swift")" \
  -v four="$(slowest "$work/Four.swift")" 'BEGIN {
  printf "1,000 mixed lines of when and verify: %.1f s, of which %.1f s are the imports\n", all / 1000, none / 1000
  printf "the slowest of them: %s ms; a calculation with four parameters: %s ms\n", line ? line : "1 or less", four }'
