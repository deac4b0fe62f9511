#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>
#include <stdint.h>

// Lets a scheduler run other tasks before a task enters an actor, and where a task awaits without suspending.
//
// A task that has created or resumed another task continues without suspending until it calls an actor.
// The call puts it into the actor's queue, and the other task can only come second. Therefore, the task
// switches to an executor of the scheduler first, and enters the actor when that executor runs it.
//
// A task that already runs on the executor continues there, after `stay_handler` has let others run. The runtime would
// suspend it if its job was not run by its task executor, as in a `Task.immediate`.
//
// The definition is weak and comes first for the same reason as that of `swift_task_create`. A call of
// a `swiftasynccall` function in a return statement is always a tail call.

typedef __attribute__((swiftasynccall)) void (*SwitchFunction)(CONTEXT, void *, void *, unsigned long);
typedef __attribute__((swiftasynccall)) void (*ResumeFunction)(CONTEXT);

// `pause_handler` also gets every 1,000th switch of a job, to find a loop that never suspends. Such a loop calls
// `swift_task_switch` at every `await`, even to stay on its executor.
#define SWITCHES_BETWEEN_CHECKS 1000

static int (*pause_handler)(FakedSwitch *call, FakedSwitch *pause, unsigned long count);
static void (*stay_handler)(FakedSwitch *call);
static void (*continue_handler)(FakedSwitch *call);
static void *(*current_executor)(unsigned long *implementation);
static _Thread_local unsigned long switch_count;
static _Thread_local int asks_at_awaits;
static _Thread_local int delays_starts;

void faked_begin_job(int asks, int delays) {
  switch_count = 0;
  asks_at_awaits = asks;
  delays_starts = delays;
}

int faked_asks_at_awaits(void) { return asks_at_awaits; }
int faked_delays_starts(void) { return delays_starts; }
void *faked_current_executor(unsigned long *implementation) {
  return current_executor == NULL ? NULL : current_executor(implementation);
}

void faked_handle_switches(
    int (*pause)(FakedSwitch *, FakedSwitch *, unsigned long), void (*stay)(FakedSwitch *),
    void (*resume)(FakedSwitch *), void *(*current)(unsigned long *)) {
  stay_handler = stay;
  continue_handler = resume;
  current_executor = current;
  pause_handler = pause;
}

static SwitchFunction next_definition(void) {
  static void *found;
  return (SwitchFunction)faked_next_definition(&found, "swift_task_switch");
}

static __attribute__((noinline)) FakedSwitch take_call(void) {
  FakedSwitch call;
  continue_handler(&call);
  return call;
}

static __attribute__((swiftasynccall)) void continue_call(CONTEXT) {
  FakedSwitch call = take_call();
  return next_definition()(context, call.resume, call.identity, call.implementation);
}

static __attribute__((noinline)) void stay(FakedSwitch call) { stay_handler(&call); }

// An async function marks the frame pointer that it saves. The unwinder doesn't know that mark, and the jobs that run
// within the call may throw errors, whose backtraces Swift Testing captures. The end of `swift_task_switch` clears the
// mark, too.
static void clear_mark(uintptr_t *frame) { *frame &= (uintptr_t) ~(1ull << 60); }

static __attribute__((noinline)) FakedSwitch change_call(FakedSwitch call, unsigned long count) {
  FakedSwitch pause = {(void *)continue_call, NULL, 0, NULL};
  return pause_handler(&call, &pause, count) ? pause : call;
}

__attribute__((swiftasynccall)) REPLACED void swift_task_switch(
    CONTEXT, void *resume, void *identity, unsigned long implementation) {
  if (faked_thread_scheduler() == NULL || pause_handler == NULL) {
    return next_definition()(context, resume, identity, implementation);
  }
  FakedSwitch call = {resume, identity, implementation, context};
  switch_count += 1;
  if (switch_count % SWITCHES_BETWEEN_CHECKS == 0) call = change_call(call, switch_count);
  if (call.resume == resume) {
    if (identity != NULL && identity == current_executor(NULL)) {
      if (asks_at_awaits) {
        clear_mark(__builtin_frame_address(0));
        stay(call);
      }
      return ((ResumeFunction)resume)(context);
    }
    if (identity != NULL || asks_at_awaits) call = change_call(call, 0);
  }
  return next_definition()(context, call.resume, call.identity, call.implementation);
}
