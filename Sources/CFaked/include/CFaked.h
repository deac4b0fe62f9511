#pragma once
// The lock, the clock, and the threads on systems other than Apple's. The Swift code declares these functions itself,
// so that a module that imports Faked doesn't need the module map of this one.

/// Returns a new lock that no thread holds.
void *_Nonnull faked_lock_create(void);
void faked_lock_destroy(void *_Nonnull lock);
void faked_lock_acquire(void *_Nonnull lock);
void faked_lock_release(void *_Nonnull lock);

/// Returns the nanoseconds of a clock that never goes back and that all threads share.
unsigned long long faked_nanoseconds(void);

/// Returns a number that identifies the current thread for as long as it runs.
unsigned long faked_thread(void);

// The callers of a function. Empty if the layout of frames is unknown.

/// Stores the context of the asynchronous function that calls the function that calls this one.
void faked_async_context(const void *_Nullable *_Nonnull context);

/// Stores at most `limit` return addresses. Returns their number.
int faked_callers(unsigned long long *_Nonnull addresses, int limit);

/// Stores at most `limit` addresses at which the callers of an asynchronous function resume. Returns their number.
int faked_async_callers(
    const void *_Nullable context, unsigned long long *_Nonnull addresses, int limit);

/// Returns a hash of addresses. Two call sites almost never share it.
unsigned long long faked_hash(const unsigned long long *_Nonnull addresses, int count);

/// Returns the value of an environment variable, or NULL.
const char *_Nullable faked_environment(const char *_Nonnull name);

/// Changes the number of explorations that run, and returns it.
int faked_explorations(int change);

/// The functions that are called too rarely to need their own declarations in Swift.
typedef struct {
  void *_Nonnull (*_Nonnull create_lock)(void);
  void (*_Nonnull destroy_lock)(void *_Nonnull lock);
  unsigned long (*_Nonnull thread)(void);
  const char *_Nullable (*_Nonnull environment)(const char *_Nonnull name);
  void (*_Nonnull async_context)(const void *_Nullable *_Nonnull context);
  int (*_Nonnull callers)(unsigned long long *_Nonnull addresses, int limit);
  int (*_Nonnull async_callers)(
      const void *_Nullable context, unsigned long long *_Nonnull addresses, int limit);
  unsigned long long (*_Nonnull hash)(const unsigned long long *_Nonnull addresses, int count);
  int (*_Nonnull explorations)(int change);
} FakedFunctions;

const FakedFunctions *_Nonnull faked_functions(void);
