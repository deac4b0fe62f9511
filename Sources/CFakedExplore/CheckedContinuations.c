#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>

// Makes a task switch its executor where it begins to wait for a checked continuation, so that other tasks may run after
// the code before it, and before its body. The runtime switches there, too, but nothing can see that.
//
// The definitions are weak and come first for the same reason as that of `swift_task_create`. With an actor, they do
// nothing else: the task keeps the actor until its body has run.

typedef struct {
  void *result, *actor, *actor_type, *function[2], *body, *body_context, *type;
} Arguments;

// The original saves its arguments in its frame as well. Until then, nothing else does.
typedef struct {
  void *parent, *resume_parent;
  Arguments arguments;
} Frame;

typedef __attribute__((swiftasynccall)) void (*Original)(
    void *, void *, void *, void *, void *, void *, void *, void *, CONTEXT);

#define WAITS(name, symbol)                                                                         \
  static Original find_##name(void) {                                                               \
    static void *found;                                                                             \
    return (Original)faked_next_definition(&found, symbol);                                         \
  }                                                                                                 \
  __attribute__((swiftasynccall)) void faked_continue_##name(CONTEXT) {                             \
    Arguments a = ((Frame *)context)->arguments;                                                    \
    return find_##name()(                                                                           \
        a.result, a.actor, a.actor_type, a.function[0], a.function[1], a.body, a.body_context,      \
        a.type, context);                                                                           \
  }                                                                                                 \
  __attribute__((swiftasynccall)) REPLACED void faked_wait_##name(                                  \
      void *result, void *actor, void *actor_type, void *function0, void *function1, void *body,    \
      void *body_context, void *type, CONTEXT) __asm__(symbol);                                     \
  __attribute__((swiftasynccall)) REPLACED void faked_wait_##name(                                  \
      void *result, void *actor, void *actor_type, void *function0, void *function1, void *body,    \
      void *body_context, void *type, CONTEXT) {                                                    \
    if (actor != NULL || !faked_asks_at_awaits()) {                                                 \
      return find_##name()(                                                                         \
          result, actor, actor_type, function0, function1, body, body_context, type, context);      \
    }                                                                                               \
    ((Frame *)context)->arguments = (Arguments){                                                    \
        result, actor, actor_type, {function0, function1}, body, body_context, type};               \
    return swift_task_switch(context, (void *)faked_continue_##name, NULL, 0);                      \
  }

WAITS(
    checked, "$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF")
WAITS(
    checked_throwing,
    "$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF")
