#define _GNU_SOURCE
#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Adds the time that sleeps would have taken in a run to the time of Swift's clocks.
//
// `ContinuousClock` and `SuspendingClock` read the time of the system in `swift_get_time`. All other callers get that time
// unchanged. The definition is weak and comes first for the same reason as that of `swift_task_create`.

static _Thread_local long long passed_time;

void faked_set_passed_time(long long nanoseconds) { passed_time = nanoseconds; }
long long faked_passed_time(void) { return passed_time; }

#if !HAS_SANITIZER
typedef int (*GetTime)(clockid_t, struct timespec *);

enum { size_of_caller = 256, nanoseconds_of_second = 1000000000 };

extern void swift_get_time(long long *seconds, long long *nanoseconds, int clock);
static void *found;

// Looks up the function before other threads or signal handlers call it.
__attribute__((constructor)) static void find_next_definition(void) {
  faked_next_definition(&found, "clock_gettime");
}

REPLACED int clock_gettime(clockid_t clock, struct timespec *time) {
  GetTime next = (GetTime)faked_next_definition(&found, "clock_gettime");
  // A static program has no other definition.
  if (next == NULL) return (int)syscall(SYS_clock_gettime, clock, time);
  int result = next(clock, time);
  if (passed_time == 0 || result != 0) return result;
  uintptr_t offset = (uintptr_t)__builtin_return_address(0) - (uintptr_t)swift_get_time;
  if (offset >= size_of_caller) return result;
  long long nanoseconds = time->tv_nsec + passed_time % nanoseconds_of_second;
  time->tv_sec += passed_time / nanoseconds_of_second + nanoseconds / nanoseconds_of_second;
  time->tv_nsec = nanoseconds % nanoseconds_of_second;
  return result;
}
#endif
