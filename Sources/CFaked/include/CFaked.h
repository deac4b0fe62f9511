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

/// Returns the value of an environment variable, or NULL.
const char *_Nullable faked_environment(const char *_Nonnull name);
