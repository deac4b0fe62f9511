#pragma once
// The lock and the clock of systems other than Apple's. Nothing of the C library is named here, so
// that a module which imports this one does not have to load the whole of it: that takes a second.

/// A new lock that nobody holds.
void *_Nonnull faked_lock_create(void);
void faked_lock_destroy(void *_Nonnull lock);
void faked_lock_acquire(void *_Nonnull lock);
void faked_lock_release(void *_Nonnull lock);

/// Nanoseconds of a clock that never goes back and that all threads of the process agree on.
unsigned long long faked_nanoseconds(void);
