#define _GNU_SOURCE
#include "CFakedExplore.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

// Finds the line that a thread runs, if its job neither suspends nor ends, and stops the process.
//
// The thread records its callers itself, in the handler of a signal. The threads of Dispatch block most signals, but
// not this one, which is for profilers. The unwinder may wait for a lock that the thread holds: then the line stays
// unknown.
#define SAMPLE_SIGNAL SIGPROF

static pthread_t sampled_thread;
static unsigned long long found[64];
static int count;
static int is_done;

unsigned long faked_this_thread(void) { return (unsigned long)pthread_self(); }

long long faked_processor_time(unsigned long thread) {
  clockid_t clock;
  struct timespec time;
  if (pthread_getcpuclockid((pthread_t)thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static _Unwind_Reason_Code add_caller(struct _Unwind_Context *frame, void *unused) {
  (void)unused;
  if (count == sizeof found / sizeof *found) return _URC_END_OF_STACK;
  // The reader expects return addresses, which are behind the call. An interrupted instruction has not run yet.
  int is_interrupted = 0;
  found[count] = _Unwind_GetIPInfo(frame, &is_interrupted);
  found[count++] += is_interrupted != 0;
  return _URC_NO_REASON;
}

static void record_callers(int number) {
  (void)number;
  // A profiler sends the same signal to any thread.
  if (__atomic_load_n(&is_done, __ATOMIC_ACQUIRE) || !pthread_equal(pthread_self(), sampled_thread)) return;
  _Unwind_Backtrace(add_caller, NULL);
  __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
}

int faked_callers_of_thread(unsigned long thread, unsigned long long *addresses, int limit) {
  struct sigaction action, previous;
  memset(&action, 0, sizeof action);
  action.sa_handler = record_callers;
  action.sa_flags = SA_RESTART;
  sampled_thread = (pthread_t)thread;
  count = 0;
  __atomic_store_n(&is_done, 0, __ATOMIC_RELEASE);
  if (sigaction(SAMPLE_SIGNAL, &action, &previous) != 0) return 0;
  int is_sent = pthread_kill(sampled_thread, SAMPLE_SIGNAL) == 0;
  struct timespec millisecond = {0, 1000000};
  for (int wait = 0; is_sent && wait < 1000 && !__atomic_load_n(&is_done, __ATOMIC_ACQUIRE); wait++)
    nanosleep(&millisecond, NULL);
  int is_recorded = __atomic_exchange_n(&is_done, 1, __ATOMIC_ACQUIRE);
  // Without a handler, a signal that arrives late would end the process before its message.
  if (is_recorded || !is_sent) sigaction(SAMPLE_SIGNAL, &previous, NULL);
  if (!is_recorded) return 0;
  if (limit > count) limit = count;
  memcpy(addresses, found, (size_t)limit * sizeof *found);
  return limit;
}

void faked_stop_process(const char *message) {
  // The stuck thread may hold the lock of the output.
  if (ftrylockfile(stdout) == 0) {
    fflush(stdout);
    funlockfile(stdout);
  }
  faked_print(message);
  _exit(1);
}
