#define _GNU_SOURCE
#include "CFaked.h"

#include <pthread.h>
#include <stdint.h>

// These functions read the frames of their callers, which sanitizers would report.
#define READS_FRAMES __attribute__((no_sanitize("address", "thread")))

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

// The end of the stack of this thread. Reading it takes some time, so each thread does so once.
static __thread uintptr_t end_of_stack;

static uintptr_t find_end_of_stack(void) {
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
  int error = pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  return error == 0 ? (uintptr_t)start + size : 1;
}

// Every address between a frame and the end of the stack can be read.
READS_FRAMES static uintptr_t *caller(uintptr_t *frame) {
  if (end_of_stack == 0) end_of_stack = find_end_of_stack();
  uintptr_t next = frame[0];
  int is_readable = next > (uintptr_t)frame && next + 16 <= end_of_stack && next % 8 == 0;
  return is_readable ? (uintptr_t *)next : 0;
}

READS_FRAMES void faked_async_context(const void *_Nullable *_Nonnull context) {
  // An asynchronous function keeps its context below its frame. It calls the Swift function that calls this one.
  uintptr_t *frame = caller(__builtin_frame_address(0));
  if (frame) frame = caller(frame);
  *context = frame ? (const void *)frame[-1] : 0;
}

READS_FRAMES int faked_callers(unsigned long long *addresses, int limit) {
  uintptr_t *frame = __builtin_frame_address(0);
  int count = 0;
  for (; count < limit && frame; frame = caller(frame)) addresses[count++] = frame[1];
  return count;
}

READS_FRAMES int faked_async_callers(
    const void *context, unsigned long long *addresses, int limit) {
  int count = 0;
  uintptr_t next = (uintptr_t)context;
  // The first page of memory has no contexts.
  while (count < limit && next >= 4096 && next % 8 == 0) {
    const uintptr_t *values = (const uintptr_t *)next;
    if (values[1] == 0) break;
    addresses[count++] = values[1];
    next = values[0];
  }
  return count;
}

#else

void faked_async_context(const void **context) { *context = 0; }
int faked_callers(unsigned long long *addresses, int limit) { return 0; }
int faked_async_callers(const void *context, unsigned long long *addresses, int limit) { return 0; }

#endif

// FNV-1a.
unsigned long long faked_hash(const unsigned long long *addresses, int count) {
  unsigned long long hash = 0xcbf29ce484222325;
  for (int index = 0; index < count; index++) hash = (hash ^ addresses[index]) * 0x100000001b3;
  return hash;
}

int faked_explorations(int change) {
  static int count = 0;
  if (change == 0) return __atomic_load_n(&count, __ATOMIC_RELAXED);
  return __atomic_add_fetch(&count, change, __ATOMIC_RELAXED);
}

const FakedFunctions *faked_functions(void) {
  static const FakedFunctions functions = {
      faked_async_context, faked_callers, faked_async_callers, faked_hash, faked_explorations,
  };
  return &functions;
}
