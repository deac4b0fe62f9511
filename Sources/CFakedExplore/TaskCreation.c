#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>
#include <stdint.h>

// Gives every task that a scheduler's jobs create the scheduler's executor as its preference.
//
// The definition below takes the place of the runtime's, because a symbol of the executable comes
// first. It is weak, so that a program that contains the runtime keeps that one instead.

#define INITIAL_SERIAL_EXECUTOR 0
#define TASK_GROUP 1
#define ASYNC_LET 2
#define ASYNC_LET_WITH_BUFFER 3
#define TASK_EXECUTOR_UNOWNED 5
#define TASK_EXECUTOR_OWNED 6
#define IS_ENQUEUED ((size_t)1 << 12)

typedef struct Option {
  size_t flags;
  struct Option *parent;
} Option;

typedef struct {
  Option base;
  void *identity;
  uintptr_t implementation;
} ExecutorOption;

typedef struct {
  void *task;
  void *context;
} NewTask;

typedef __attribute__((swiftcall)) NewTask (*Create)(
    size_t, Option *, const void *, void *, void *);

static _Thread_local void *preferred_identity;
static _Thread_local uintptr_t preferred_implementation;
static _Thread_local int creations;
static _Thread_local void *thread_scheduler;
static void (*creation_handler)(void *task, void *actor);

void *swift_retain(void *object);

void faked_handle_task_creation(void (*handler)(void *, void *)) { creation_handler = handler; }

void faked_prefer_executor(void *identity, unsigned long implementation) {
  preferred_identity = identity;
  preferred_implementation = implementation;
}

int faked_is_creating_task(void) { return creations > 0; }
void *faked_thread_scheduler(void) { return thread_scheduler; }
void faked_set_thread_scheduler(void *scheduler) { thread_scheduler = scheduler; }

static Create next_definition(void) {
  static void *found;
  return (Create)faked_next_definition(&found, "swift_task_create");
}

/// Returns the actor on which a new task starts if it is the one that creates the task. Otherwise, returns null.
static void *actor_of_start(size_t flags, Option *options) {
  if (!(flags & IS_ENQUEUED) || !faked_delays_starts()) return NULL;
  for (Option *option = options; option != NULL; option = option->parent) {
    if ((option->flags & 0xff) != INITIAL_SERIAL_EXECUTOR) continue;
    ExecutorOption *executor = (ExecutorOption *)option;
    int is_default_actor = executor->identity != NULL && executor->implementation == 0;
    return is_default_actor && executor->identity == faked_current_executor(NULL)
        ? executor->identity : NULL;
  }
  return NULL;
}

/// Returns a Boolean value that indicates whether the options settle the executor of a new task.
static int has_executor(Option *options) {
  for (Option *option = options; option != NULL; option = option->parent) {
    int kind = (int)(option->flags & 0xff);
    ExecutorOption *executor = (ExecutorOption *)option;
    // A task that starts at once names an empty executor. It would hide the preference.
    if (kind == TASK_EXECUTOR_OWNED && executor->identity == NULL) {
      option->flags = (option->flags & ~(size_t)0xff) | TASK_EXECUTOR_UNOWNED;
      executor->identity = preferred_identity;
      executor->implementation = preferred_implementation;
      return 1;
    }
    // A child task inherits the preference of its parent.
    if (kind == TASK_GROUP || kind == ASYNC_LET || kind == ASYNC_LET_WITH_BUFFER) return 1;
    if (kind == TASK_EXECUTOR_UNOWNED || kind == TASK_EXECUTOR_OWNED) return 1;
  }
  return 0;
}

__attribute__((swiftcall)) REPLACED NewTask swift_task_create(
    size_t flags, Option *options, const void *result, void *entry, void *context) {
  Create create = next_definition();
  if (preferred_identity == NULL) return create(flags, options, result, entry, context);
  void *actor = actor_of_start(flags, options);
  if (actor != NULL) flags &= ~IS_ENQUEUED;
  NewTask new_task;
  creations += 1;
  if (has_executor(options)) {
    new_task = create(flags, options, result, entry, context);
  } else {
    ExecutorOption executor = {
        {TASK_EXECUTOR_UNOWNED, options}, preferred_identity, preferred_implementation};
    new_task = create(flags, &executor.base, result, entry, context);
  }
  creations -= 1;
  // A task that is enqueued owns itself until it ends.
  if (actor != NULL) swift_retain(new_task.task);
  if (preferred_identity != NULL && creation_handler != NULL) creation_handler(new_task.task, actor);
  return new_task;
}
