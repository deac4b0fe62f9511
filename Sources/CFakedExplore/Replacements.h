#pragma once
// What the definitions that take the place of system functions share.

#define CONTEXT __attribute__((swift_async_context)) void *context
#define REPLACED __attribute__((weak, visibility("default")))

// The sanitizers define functions of the C library themselves, and their definitions must stay the first ones.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || \
    __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#else
#define HAS_SANITIZER 0
#endif

__attribute__((swiftasynccall)) void swift_task_switch(
    CONTEXT, void *resume, void *identity, unsigned long implementation);
