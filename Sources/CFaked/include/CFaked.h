#pragma once
// The callers of a function, and a counter, on systems other than Apple's. The Swift code declares these functions
// itself, so that a module that imports Faked doesn't need the module map of this one.

// No callers are found if the layout of frames is unknown.

/// Stores the context of the asynchronous function that calls the function that calls this one.
void faked_async_context(const void *_Nullable *_Nonnull context);

/// Stores at most `limit` return addresses. Returns their number.
int faked_callers(unsigned long long *_Nonnull addresses, int limit);

/// Stores at most `limit` addresses at which the callers of an asynchronous function resume. Returns their number.
int faked_async_callers(
    const void *_Nullable context, unsigned long long *_Nonnull addresses, int limit);

/// Returns a hash of addresses. Two call sites almost never share it.
unsigned long long faked_hash(const unsigned long long *_Nonnull addresses, int count);

/// Changes the number of explorations that run, and returns it.
int faked_explorations(int change);

/// All functions, so that the Swift code declares only one.
typedef struct {
  void (*_Nonnull async_context)(const void *_Nullable *_Nonnull context);
  int (*_Nonnull callers)(unsigned long long *_Nonnull addresses, int limit);
  int (*_Nonnull async_callers)(
      const void *_Nullable context, unsigned long long *_Nonnull addresses, int limit);
  unsigned long long (*_Nonnull hash)(const unsigned long long *_Nonnull addresses, int count);
  int (*_Nonnull explorations)(int change);
} FakedFunctions;

const FakedFunctions *_Nonnull faked_functions(void);
