#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>
#include <stdint.h>

// Makes a task switch its executor where it is about to wait for a checked continuation or for an element of a
// sequence, so that other tasks may run after the code before it. The runtime switches there, too, but nothing can see
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

// What callers know about an asynchronous function.
typedef struct {
  int32_t distance;
  uint32_t frame_size;
} AsyncFunctionPointer;

#define WAITS(name, ARGUMENTS, actor, symbol)                                                     \
  WAITS_IN_FRAME(                                                                                 \
      name, void *parent; void *resume_parent;, ARGUMENTS, actor, symbol, sizeof(Frame_##name),   \
      UINT32_MAX)

// Saves the arguments if the size of the original's frame is between two numbers of bytes.
#define WAITS_IN_FRAME(name, START, ARGUMENTS, actor, symbol, smallest, largest)                  \
  typedef struct {                                                                                \
    START                                                                                         \
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
  static const AsyncFunctionPointer *find_pointer_##name(void) {                                  \
    static void *found;                                                                           \
    return faked_next_definition(&found, symbol "Tu");                                            \
  }                                                                                               \
  static int fits_##name(void) {                                                                  \
    const AsyncFunctionPointer *original = find_pointer_##name();                                 \
    return original && original->frame_size >= smallest && original->frame_size <= largest;       \
  }                                                                                               \
  ASYNC REPLACED void faked_wait_##name(ARGUMENTS(PARAMETER) CONTEXT, SELF) {                     \
    Executor executor;                                                                            \
    if (!can_pause(actor, &executor) || !fits_##name()) {                                         \
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

// The registers for arguments on x86-64. Saving one that a function doesn't use does no harm. No function below uses
// more than one further argument, for which arm64 has a register.
#define REGISTERS(X)                                                                              \
  X(result) X(actor) X(actor_type) X(argument3) X(argument4) X(argument5)

// Sequences that wait for an element of another one.
#define ADAPTER(name, type, element, error)                                                       \
  ADAPTER_WITH(REGISTERS, name, type, element, error)
#define ADAPTER_WITH(NAMED, name, type, element, error)                                           \
  WAITS(                                                                                          \
      name, REGISTERS, actor,                                                                     \
      "$ss" type "V8IteratorV4next9isolation" element "SgScA_pSgYi_tYa" error "KF")               \
  WAITS(named_##name, NAMED, NULL, "$ss" type "V8IteratorV4next" element "SgyYaKF")
#define FAILURE "7FailureQzY"
ADAPTER(map, "16AsyncMapSequence", "q_", FAILURE)
ADAPTER(filter, "19AsyncFilterSequence", "7ElementQz", FAILURE)
ADAPTER(compact_map, "23AsyncCompactMapSequence", "q_", FAILURE)
ADAPTER(flat_map, "20AsyncFlatMapSequence", "7ElementQy_", FAILURE)
ADAPTER_WITH(RESULT_AND_TYPE, prefix, "19AsyncPrefixSequence", "7ElementQz", FAILURE)
ADAPTER(prefix_while, "24AsyncPrefixWhileSequence", "7ElementQz", FAILURE)
ADAPTER(drop_first, "22AsyncDropFirstSequence", "7ElementQz", FAILURE)
ADAPTER(drop_while, "22AsyncDropWhileSequence", "7ElementQz", FAILURE)
ADAPTER(throwing_map, "24AsyncThrowingMapSequence", "q_", "")
ADAPTER(throwing_filter, "27AsyncThrowingFilterSequence", "7ElementQz", "")
ADAPTER(throwing_compact_map, "31AsyncThrowingCompactMapSequence", "q_", "")
ADAPTER(throwing_flat_map, "28AsyncThrowingFlatMapSequence", "7ElementQy_", "")
ADAPTER(throwing_prefix_while, "32AsyncThrowingPrefixWhileSequence", "7ElementQz", "")
ADAPTER(throwing_drop_while, "30AsyncThrowingDropWhileSequence", "7ElementQz", "")

// Functions that read a sequence.
#define READER(name, symbol) WAITS(name, REGISTERS, NULL, "$sScis" symbol)
READER(all_satisfy, "E10allSatisfyyS2b7ElementQzYaKXEYaKF")
READER(contains_where, "E8contains5whereS2b7ElementQzYaKXE_tYaKF")
READER(contains, "SQ7ElementRpzrlE8containsySbABYaKF")
READER(first, "E5first5where7ElementQzSgSbADYaKXE_tYaKF")
READER(max_by, "E3max2by7ElementQzSgSbAD_ADtYaKXE_tYaKF")
READER(max, "SL7ElementRpzrlE3maxABSgyYaKF")
READER(min_by, "E3min2by7ElementQzSgSbAD_ADtYaKXE_tYaKF")
READER(min, "SL7ElementRpzrlE3minABSgyYaKF")
#define REDUCE(X) REGISTERS(X) X(argument6)
WAITS(reduce, REDUCE, NULL, "$sScisE6reduceyqd__qd___qd__qd___7ElementQztYaKXEtYaKlF")
WAITS(reduce_into, REDUCE, NULL, "$sScisE6reduce4into_qd__qd__n_yqd__z_7ElementQztYaKXEtYaKlF")

// The functions that call `next` of a sequence of unknown type. The frame of the original is too small for the
// arguments. Callers allocate the size in the pointer, so it states a larger one.
#define UNKNOWN(name, actor, symbol)                                                              \
  WAITS_IN_FRAME(                                                                                 \
      name, void *frame_of_original[4];, REGISTERS, actor, symbol, 1,                             \
      offsetof(Frame_##name, result))                                                             \
  REPLACED AsyncFunctionPointer faked_pointer_##name __asm__(symbol "Tu");                        \
  REPLACED AsyncFunctionPointer faked_pointer_##name = {0, sizeof(Frame_##name)};                 \
  __attribute__((constructor)) static void set_pointer_##name(void) {                             \
    /* A runtime that is linked statically has the only pointer. */                               \
    if (faked_pointer_##name.distance != 0) return;                                               \
    intptr_t distance = (intptr_t)&faked_wait_##name - (intptr_t)&faked_pointer_##name;           \
    faked_pointer_##name.distance = (int32_t)distance;                                            \
    const AsyncFunctionPointer *original = find_pointer_##name();                                 \
    if (original != NULL && original->frame_size > sizeof(Frame_##name))                          \
      faked_pointer_##name.frame_size = original->frame_size;                                     \
  }
UNKNOWN(unknown, actor, "$sScI4next9isolation7ElementQzSgScA_pSgYi_tYa7FailureQzYKFTj")
UNKNOWN(named_unknown, NULL, "$sScI4next7ElementQzSgyYaKFTj")
