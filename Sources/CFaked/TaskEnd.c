#include "Scheduler.h"

#include <stddef.h>

// Reports when a task ends. The first context of a task holds the function that the run time calls
// when the task's own code returns; `faked_watch_task_end` puts a function of its own there, which
// reports the end and then calls the original as if it had never been replaced.

typedef __attribute__((swiftasynccall)) void (*Completion)(
    __attribute__((swift_async_context)) void *, __attribute__((swift_context)) void *);

extern __attribute__((swiftcall)) void *swift_task_getCurrent(void);

static void *(*end_handler)(void *task);

void faked_handle_task_end(void *(*handler)(void *)) { end_handler = handler; }

static __attribute__((noinline)) Completion report_end(void) {
  return (Completion)end_handler(swift_task_getCurrent());
}

static __attribute__((swiftasynccall)) void complete(
    __attribute__((swift_async_context)) void *context,
    __attribute__((swift_context)) void *error) {
  Completion original = report_end();
  __attribute__((musttail)) return original(context, error);
}

void *faked_watch_task_end(void *first_context) {
  // A context begins with its parent and the function that goes on when the callee returns.
  void **completion = (void **)first_context + 1;
  void *original = *completion;
  *completion = (void *)complete;
  return original;
}
