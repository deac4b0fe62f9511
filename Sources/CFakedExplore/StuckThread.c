#define _GNU_SOURCE
#include "CFakedExplore.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// Finds the line that a thread runs, if its job neither suspends nor ends, and stops the process.
//
// The thread records its callers itself, in the handler of a signal that the system ignores by default.
// The handler only reads memory, and checks every address first.

static unsigned long long *found;
static int max_count;
static int count;
static int is_done;

unsigned long faked_this_thread(void) { return (unsigned long)pthread_self(); }

static void note_callers(int number, siginfo_t *information, void *raw) {
  (void)number, (void)information;
#if defined(__x86_64__) || defined(__aarch64__)
  ucontext_t *thread = raw;
#if defined(__x86_64__)
  uintptr_t address = (uintptr_t)thread->uc_mcontext.gregs[REG_RIP];
  uintptr_t frame = (uintptr_t)thread->uc_mcontext.gregs[REG_RBP];
#else
  uintptr_t address = thread->uc_mcontext.pc;
  uintptr_t frame = thread->uc_mcontext.regs[29];
#endif
  while (count < max_count && address != 0) {
    found[count++] = address;
    // Bit 60 marks the frame of an asynchronous function.
    frame &= ~((uintptr_t)1 << 60);
    void *words[2];
    if (frame == 0 || frame % 8 != 0 || !faked_read_words((void *)frame, words)) break;
    frame = (uintptr_t)words[0];
    address = (uintptr_t)words[1];
  }
#else
  (void)raw;
#endif
  __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
}

int faked_callers_of_thread(unsigned long thread, unsigned long long *addresses, int limit) {
  struct sigaction action, previous;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = note_callers;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  found = addresses;
  max_count = limit;
  count = 0;
  __atomic_store_n(&is_done, 0, __ATOMIC_RELEASE);
  if (sigaction(SIGURG, &action, &previous) != 0) return 0;
  if (pthread_kill((pthread_t)thread, SIGURG) != 0) return 0;
  struct timespec millisecond = {0, 1000000};
  for (int wait = 0; wait < 1000 && !__atomic_load_n(&is_done, __ATOMIC_ACQUIRE); wait++)
    nanosleep(&millisecond, NULL);
  sigaction(SIGURG, &previous, NULL);
  return __atomic_load_n(&is_done, __ATOMIC_ACQUIRE) ? count : 0;
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
