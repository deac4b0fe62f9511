#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>

// Starts the delayed tasks of an actor before the running job makes another task of that actor ready: the runtime would
// put that task into the queue of the actor first.
//
// The definitions are weak and come first for the same reason as that of `swift_task_create`.

static _Thread_local int has_delayed_starts;
static void (*start_handler)(void);

void faked_handle_delayed_starts(void (*handler)(void)) { start_handler = handler; }
void faked_set_has_delayed_starts(int has_starts) { has_delayed_starts = has_starts; }

static void perform_starts(void) {
  if (has_delayed_starts) start_handler();
}

#define SELF __attribute__((swift_context)) void *self

typedef __attribute__((swiftasynccall)) void (*Yield)(CONTEXT);
typedef __attribute__((swiftcall)) void (*Resume)(void *, void *);
typedef __attribute__((swiftcall)) void (*CheckedResume)(void *, void *, void *, void *, SELF);

#define YIELD "$sScTss5NeverORszABRs_rlE5yieldyyYaFZ"

static __attribute__((swiftasynccall)) void continue_yield(CONTEXT) {
  static void *found;
  return ((Yield)faked_next_definition(&found, YIELD))(context);
}

// A task that yields leaves the actor first, which ends the job of the actor.
__attribute__((swiftasynccall)) REPLACED void faked_yield(CONTEXT) __asm__(YIELD);
__attribute__((swiftasynccall)) REPLACED void faked_yield(CONTEXT) {
  if (!has_delayed_starts) return continue_yield(context);
  return swift_task_switch(context, (void *)continue_yield, NULL, 0);
}

#define RESUMES(name)                                                                \
  __attribute__((swiftcall)) REPLACED void name(void *continuation, void *error) {   \
    static void *found;                                                              \
    perform_starts();                                                                \
    return ((Resume)faked_next_definition(&found, #name))(continuation, error);      \
  }

RESUMES(swift_continuation_resume)
RESUMES(swift_continuation_throwingResume)
RESUMES(swift_continuation_throwingResumeWithError)

// Nothing reads an argument that the original doesn't have.
#define CHECKED_RESUMES(name, symbol)                                                             \
  __attribute__((swiftcall)) REPLACED void name(void *a, void *b, void *c, void *d, SELF)         \
      __asm__(symbol);                                                                            \
  __attribute__((swiftcall)) REPLACED void name(void *a, void *b, void *c, void *d, SELF) {       \
    static void *found;                                                                           \
    perform_starts();                                                                             \
    return ((CheckedResume)faked_next_definition(&found, symbol))(a, b, c, d, self);              \
  }

CHECKED_RESUMES(faked_resume_returning, "$sScC6resume9returningyxn_tF")
CHECKED_RESUMES(faked_resume_throwing, "$sScC6resume8throwingyq_n_tF")
