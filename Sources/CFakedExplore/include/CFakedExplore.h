#pragma once
// The parts of Swift's runtime that the scheduler of explorations and deterministic tests needs.

/// Calls the handler with each task that is created on a thread that has a preferred executor. If `actor` is not
/// null, the handler must enqueue the task on that actor when the actor's job has ended.
void faked_handle_task_creation(
    void (*_Nonnull handler)(void *_Nonnull task, void *_Nullable actor));
/// Sets the executor that tasks created on this thread prefer. Null: what the language says.
void faked_prefer_executor(void *_Nullable identity, unsigned long implementation);
/// Calls the handler when the code of a watched task returns. The handler returns the original.
void faked_handle_task_end(void *_Nonnull (*_Nonnull handler)(void *_Nonnull task));
/// Watches for the end of a suspended task. Returns the original completion, or null if the context is not
/// the first of the task.
void *_Nullable faked_watch_task_end(void *_Nonnull context);
/// Reads two words. Returns 0 if there is no memory at the address.
int faked_read_words(const void *_Nonnull address, void *_Nonnull words[_Nonnull 2]);
/// Calls the handler for every item that is put on a Dispatch queue. The handler returns 1 to take the item.
void faked_handle_main_queue(
    int (*_Nonnull handler)(void *_Nonnull queue, void *_Nullable context, void *_Nonnull work));
/// A Boolean value that indicates whether this thread is creating a task that prefers its executor.
int faked_is_creating_task(void);
/// The scheduler whose jobs this thread runs, as the last setter left it.
void *_Nullable faked_thread_scheduler(void);
void faked_set_thread_scheduler(void *_Nullable scheduler);
/// Begins to record the callers of this thread's next departure: its next hand-over of work of a scheduler's jobs to a
/// queue, a timer, or a thread. Returns the number of departures so far.
unsigned long faked_begin_departures(void);
/// Returns the number of departures so far, and the callers that were recorded.
unsigned long faked_departures(
    const unsigned long long *_Nullable *_Nonnull addresses, int *_Nonnull count);
/// Makes an earlier result of `faked_departures` the current one again.
void faked_restore_departures(
    unsigned long total, const unsigned long long *_Nonnull addresses, int count);
void faked_count_departure(void);

/// A switch of the current task to an executor: the function that continues there, the executor, and the context of
/// that function.
typedef struct {
  void *_Nullable resume;
  void *_Nullable identity;
  unsigned long implementation;
  void *_Nullable context;
} FakedSwitch;

/// Calls `pause` before a task of a scheduler enters an actor. It returns 1 and sets the executor of
/// `pause` to let other tasks run first. Later, `resume` returns the call. `current` returns the executor that runs
/// the current task.
///
/// `pause` is also called at every 1,000th switch of a job on any executor. Then, `count` is the number of
/// switches. Otherwise, it is 0. If the job asks at each `await`, `pause` is called for all of its switches to another
/// executor or to the generic one, and `stay` for those that stay on an actor.
void faked_handle_switches(
    int (*_Nonnull pause)(
        FakedSwitch *_Nonnull call, FakedSwitch *_Nonnull pause, unsigned long count),
    void (*_Nonnull stay)(FakedSwitch *_Nonnull call),
    void (*_Nonnull resume)(FakedSwitch *_Nonnull call),
    void *_Nullable (*_Nonnull current)(unsigned long *_Nullable implementation));
/// Starts counting the executor switches of the job that runs next on this thread. Pass 1 to ask at each `await`, and
/// to delay the starts of tasks on the actors that create them.
void faked_begin_job(int asks_at_awaits, int delays_starts);
/// A Boolean value that indicates whether a task that starts on the actor that creates it is not enqueued at once.
int faked_delays_starts(void);
/// The identity of the executor that runs the current task, and its implementation. Null for the generic executor.
void *_Nullable faked_current_executor(unsigned long *_Nullable implementation);
/// A Boolean value that indicates whether the job that runs on this thread asks at each `await`.
int faked_asks_at_awaits(void);

/// Sets the time that the clocks of Swift add to that of the system on this thread, in nanoseconds.
void faked_set_passed_time(long long nanoseconds);
long long faked_passed_time(void);

/// Returns the definition of a function that comes after that of this module, and keeps it in `found`.
void *_Nullable faked_next_definition(
    void *_Nullable *_Nonnull found, const char *_Nonnull name);

/// Identifies the current thread.
unsigned long faked_this_thread(void);
/// Returns the processor time that a thread has used, in nanoseconds, or -1 if the system doesn't know it.
long long faked_processor_time(unsigned long thread);
/// Records the addresses at which another thread and its callers run. Returns their number.
int faked_callers_of_thread(
    unsigned long thread, unsigned long long *_Nonnull addresses, int limit);
/// Calls a function, on the thread that crashes, when a trap or an abort is about to end the process.
void faked_install_crash_handler(void (*_Nonnull note)(void));
/// Writes to the standard error output, without a buffer or a lock.
void faked_print(const char *_Nonnull text);
/// Prints a message and ends the process with status 1, without running anything else.
void faked_stop_process(const char *_Nonnull message);
