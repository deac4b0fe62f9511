#pragma once
// What the definitions that take the place of system functions share.

#define CONTEXT __attribute__((swift_async_context)) void *context
#define REPLACED __attribute__((weak, visibility("default")))

__attribute__((swiftasynccall)) void swift_task_switch(
    CONTEXT, void *resume, void *identity, unsigned long implementation);
