#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>
#include <stdint.h>

// Makes a task switch its executor where it is about to wait for a checked continuation or for the next element of a
// stream, so that other tasks may run after the code before it. The runtime switches there, too, but nothing can see
// that.
//
// A task on an actor switches to that actor and keeps it, so only tasks that don't need the actor may run. Then it calls
// the original with the arguments that it saved in the frame of the original, which nothing else uses before that.
// `AwaitPoints` finds the functions that do this by their prefix `faked_continue_wait_`.
//
// The definitions are weak and come first for the same reason as that of `swift_task_create`.

#define ASYNC __attribute__((swiftasynccall))
#define SELF __attribute__((swift_context)) void *self

#define PARAMETER(name) void *name,
#define TYPE(name) void *,
#define FIELD(name) void *name;
#define SAVE(name) frame->name = name;
#define VALUE(name) name,
#define SAVED_VALUE(name) saved.name,

// The executor on which a task continues after other tasks have run.
typedef struct {
  void *identity;
  unsigned long implementation;
} Executor;

// Returns 1 if other tasks may run before the current task waits, and finds the executor that runs it on an actor.
static int can_pause(void *actor, Executor *executor) {
  if (faked_thread_scheduler() == NULL || !faked_asks_at_awaits()) return 0;
  *executor = (Executor){NULL, 0};
  if (actor != NULL) executor->identity = faked_current_executor(&executor->implementation);
  return actor == NULL || executor->identity != NULL;
}

// Returns 1 if the frame of a function has a size. Its size is the second number in the pointer to the function.
static int has_frame(void **pointer, const char *symbol, size_t size) {
  const uint32_t *found = faked_next_definition(pointer, symbol);
  return found != NULL && found[1] >= size;
}

#define WAITS(name, ARGUMENTS, actor, symbol)                                                     \
  typedef struct {                                                                                \
    void *parent, *resume_parent;                                                                 \
    ARGUMENTS(FIELD)                                                                              \
    void *self;                                                                                   \
  } Frame_##name;                                                                                 \
  typedef ASYNC void (*Original_##name)(ARGUMENTS(TYPE) CONTEXT, SELF);                           \
  static Original_##name find_##name(void) {                                                      \
    static void *found;                                                                           \
    return (Original_##name)faked_next_definition(&found, symbol);                                \
  }                                                                                               \
  ASYNC void faked_continue_wait_##name(CONTEXT) {                                                \
    Frame_##name saved = *(Frame_##name *)context;                                                \
    return find_##name()(ARGUMENTS(SAVED_VALUE) context, saved.self);                             \
  }                                                                                               \
  ASYNC REPLACED void faked_wait_##name(ARGUMENTS(PARAMETER) CONTEXT, SELF) __asm__(symbol);      \
  ASYNC REPLACED void faked_wait_##name(ARGUMENTS(PARAMETER) CONTEXT, SELF) {                     \
    static void *pointer;                                                                         \
    Executor executor;                                                                            \
    if (!can_pause(actor, &executor)                                                              \
        || !has_frame(&pointer, symbol "Tu", sizeof(Frame_##name))) {                             \
      return find_##name()(ARGUMENTS(VALUE) context, self);                                       \
    }                                                                                             \
    Frame_##name *frame = context;                                                                \
    ARGUMENTS(SAVE)                                                                               \
    SAVE(self)                                                                                    \
    return swift_task_switch(                                                                     \
        context, (void *)faked_continue_wait_##name, executor.identity, executor.implementation); \
  }

#define CONTINUATION(X)                                                                           \
  X(result) X(actor) X(actor_type) X(function0) X(function1) X(body) X(body_context) X(type)
WAITS(
    checked, CONTINUATION, actor,
    "$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF")
WAITS(
    checked_throwing, CONTINUATION, actor,
    "$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF")

#define ELEMENT(X) X(result) X(actor) X(actor_type)
#define ELEMENT_OR_ERROR(X) X(result) X(actor) X(actor_type) X(type) X(error)
WAITS(element, ELEMENT, actor, "$sScS8IteratorV4next9isolationxSgScA_pSgYi_tYaF")
WAITS(
    element_throwing, ELEMENT_OR_ERROR, actor,
    "$sScs8IteratorV4next9isolationxSgScA_pSgYi_tYaq_YKF")

// The functions without an actor, which code calls by name.
#define RESULT(X) X(result)
#define RESULT_AND_TYPE(X) X(result) X(type)
WAITS(named_element, RESULT, NULL, "$sScS8IteratorV4nextxSgyYaF")
WAITS(named_element_throwing, RESULT_AND_TYPE, NULL, "$sScs8IteratorV4nextxSgyYaKF")
