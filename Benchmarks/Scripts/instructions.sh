#!/usr/bin/env bash
# Counts the instructions and allocations of one operation of a row with valgrind, independently of the load of
# the machine: the counts of 20,000 operations minus those of 10,000. Linux only.
#
#   Benchmarks/Scripts/instructions.sh ["typed call, token identity" …]
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v valgrind >/dev/null || {
  echo "instructions.sh needs valgrind: install the package of that name" >&2
  exit 1
}
[ $# -gt 0 ] || set -- "typed call, token identity" "typed call, string identity" \
  "typed call, default identity" "typed call with a condition" "untyped call (String ID)"
swift build -c release --product FakedBenchmarks >&2
# Older versions of valgrind can't read the debug information of the compiler.
binary=$(mktemp)
trap 'rm -f "$binary"' EXIT
strip --strip-debug -o "$binary" "$(swift build -c release --show-bin-path)/FakedBenchmarks"

# Prints the number in the output of valgrind that matches a pattern.
count() { # tool, pattern, row, side, operations
  valgrind --tool="$1" $([ "$1" != callgrind ] || echo --callgrind-out-file=/dev/null) \
    "$binary" --once "$3" --side "$4" --count "$5" 2>&1 | sed -n "s/$2/\\1/p" | tr -d ,
}
per_operation() { # tool, pattern, row, side
  awk -v more="$(count "$@" 20000)" -v less="$(count "$@" 10000)" \
    'BEGIN { printf "%.1f", (more - less) / 10000 }'
}
for row in "$@"; do
  for side in faked "by hand"; do
    printf '%s, %s: %s instructions, %s allocations\n' "$row" "$side" \
      "$(per_operation callgrind '.*Collected : \([0-9]*\).*' "$row" "$side")" \
      "$(per_operation memcheck '.*total heap usage: \([0-9,]*\) allocs.*' "$row" "$side")"
  done
done
