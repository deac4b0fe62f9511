#include "CFakedExplore.h"
#include "Replacements.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

// Counts the work that a scheduler's jobs hand to queues, timers, and threads, where no scheduler sees it. A
// scheduler in which no task can run waits for such work. Without any, it reports at once.
//
// The definitions are weak and come first for the same reason as that of `swift_task_create`. Each one
// calls the next definition of the same function.

enum { max_callers = 20 };

static _Thread_local unsigned long departures;
// The callers of the first departure of a job. A queue may create a thread for it, which is a departure as well.
static _Thread_local unsigned long long callers[max_callers];
static _Thread_local int caller_count;

static _Unwind_Reason_Code add_caller(struct _Unwind_Context *context, void *unused) {
  if (caller_count == max_callers) return _URC_END_OF_STACK;
  callers[caller_count++] = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

unsigned long faked_begin_departures(void) {
  caller_count = 0;
  return departures;
}
unsigned long faked_departures(const unsigned long long **addresses, int *count) {
  *addresses = callers;
  *count = caller_count;
  return departures;
}
void faked_restore_departures(unsigned long total, const unsigned long long *addresses, int count) {
  departures = total;
  caller_count = count;
  for (int index = 0; index < count; index++) callers[index] = addresses[index];
}
void faked_count_departure(void) {
  // The value 1 marks work of the library that belongs to no scheduler.
  if ((uintptr_t)faked_thread_scheduler() <= 1) return;
  departures += 1;
  // The code between the user's code and this function need not have frame pointers.
  if (caller_count == 0) _Unwind_Backtrace(add_caller, NULL);
}

#define FORWARD(name, type, ...) \
  static void *found;            \
  faked_count_departure();       \
  return ((type)faked_next_definition(&found, name))(__VA_ARGS__)

typedef void (*Two)(void *, void *);
typedef void (*Three)(void *, void *, void *);
typedef void (*TimeAndTwo)(unsigned long long, void *, void *);
typedef void (*TimeAndThree)(unsigned long long, void *, void *, void *);

REPLACED void dispatch_async(void *queue, void *block) {
  FORWARD("dispatch_async", Two, queue, block);
}

REPLACED void dispatch_barrier_async(void *queue, void *block) {
  FORWARD("dispatch_barrier_async", Two, queue, block);
}

REPLACED void dispatch_group_async(void *group, void *queue, void *block) {
  FORWARD("dispatch_group_async", Three, group, queue, block);
}

REPLACED void dispatch_after(unsigned long long time, void *queue, void *block) {
  FORWARD("dispatch_after", TimeAndTwo, time, queue, block);
}

REPLACED void dispatch_after_f(
    unsigned long long time, void *queue, void *context, void *work) {
  FORWARD("dispatch_after_f", TimeAndThree, time, queue, context, work);
}

#if !HAS_SANITIZER
typedef int (*CreateThread)(
    pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

REPLACED int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  FORWARD("pthread_create", CreateThread, thread, attributes, start, argument);
}
#endif
