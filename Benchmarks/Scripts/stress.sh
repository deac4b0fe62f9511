#!/bin/sh
# Compares explorations with stress tests: how often 10,000 runs with jitter show the bug of each service, and
# which order of an exploration does. Prints a table.
#
# Usage: Benchmarks/Scripts/stress.sh [runs]
set -eu
FAKED_STRESS="${1:-10000}" swift test --filter 'StressTable' 2>/dev/null | grep '^| '
