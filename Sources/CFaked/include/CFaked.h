#pragma once
// The lock, the clock, and the thread of systems other than Apple's. This header includes nothing, so
// importing it is cheap.

/// Returns a new lock that no thread holds.
void *_Nonnull faked_lock_create(void);
void faked_lock_destroy(void *_Nonnull lock);
void faked_lock_acquire(void *_Nonnull lock);
void faked_lock_release(void *_Nonnull lock);

/// Returns the nanoseconds of a clock that never goes back and that all threads share.
unsigned long long faked_nanoseconds(void);

/// Returns a number that identifies the current thread for as long as it runs.
unsigned long faked_thread(void);

// The callers of a function. Where the layout of frames is not known, there are none.

/// Stores the context of the asynchronous function that calls the function that calls this one.
void faked_async_context(const void *_Nullable *_Nonnull context);

/// Stores at most `limit` return addresses. Returns their number.
int faked_callers(unsigned long long *_Nonnull addresses, int limit);

/// Stores at most `limit` addresses at which the callers of an asynchronous function resume. Returns their number.
int faked_async_callers(
    const void *_Nullable context, unsigned long long *_Nonnull addresses, int limit);

/// Returns a number that identifies addresses: it is as good as impossible that two places share it.
unsigned long long faked_hash(const unsigned long long *_Nonnull addresses, int count);
