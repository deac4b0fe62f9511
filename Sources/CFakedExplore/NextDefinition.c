#define _GNU_SOURCE
#include "CFakedExplore.h"

#include <dlfcn.h>
#include <stddef.h>

void *faked_next_definition(void **found, const char *name) {
  void *next = __atomic_load_n(found, __ATOMIC_RELAXED);
  if (next == NULL) {
    next = dlsym(RTLD_NEXT, name);
    __atomic_store_n(found, next, __ATOMIC_RELAXED);
  }
  return next;
}
