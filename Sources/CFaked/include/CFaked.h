#pragma once
// The lock and the clock of systems other than Apple's. Swift declares these five functions itself, so
// that no module has to load the C library, nor a map of this one: that takes a second of a build.

/// A new lock that nobody holds.
void *_Nonnull faked_lock_create(void);
void faked_lock_destroy(void *_Nonnull lock);
void faked_lock_acquire(void *_Nonnull lock);
void faked_lock_release(void *_Nonnull lock);

/// Nanoseconds of a clock that never goes back and that all threads of the process agree on.
unsigned long long faked_nanoseconds(void);
