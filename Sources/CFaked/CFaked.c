#include "CFaked.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

void *faked_lock_create(void) {
  pthread_mutex_t *lock = malloc(sizeof(pthread_mutex_t));
  if (lock == NULL || pthread_mutex_init(lock, NULL) != 0) abort();
  return lock;
}

void faked_lock_destroy(void *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}

void faked_lock_acquire(void *lock) { pthread_mutex_lock(lock); }
void faked_lock_release(void *lock) { pthread_mutex_unlock(lock); }

unsigned long long faked_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (unsigned long long)time.tv_sec * 1000000000ULL + (unsigned long long)time.tv_nsec;
}

unsigned long faked_thread(void) { return (unsigned long)pthread_self(); }

const char *faked_environment(const char *name) { return getenv(name); }

int faked_explorations(int change) {
  static int count = 0;
  if (change == 0) return __atomic_load_n(&count, __ATOMIC_RELAXED);
  return __atomic_add_fetch(&count, change, __ATOMIC_RELAXED);
}

const FakedFunctions *faked_functions(void) {
  static const FakedFunctions functions = {
      faked_lock_create,   faked_lock_destroy, faked_thread,        faked_environment,
      faked_async_context, faked_callers,      faked_async_callers, faked_hash,
      faked_explorations,
  };
  return &functions;
}
