#include "CFakedExplore.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

// Names the run that a crash belongs to, and leaves the crash to the handlers that were there before.

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { count = sizeof signals / sizeof *signals };

static struct sigaction previous[count];
static void (*print_note)(void);
static volatile sig_atomic_t crash;

void faked_print(const char *text) {
  size_t length = strlen(text);
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written <= 0) break;
    text += written;
    length -= (size_t)written;
  }
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *), struct sigaction *old) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(number, &action, old);
}

// Ends the process as the crash would have.
static void timed_out(int number, siginfo_t *info, void *context) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, crash);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(crash);
  _exit(128 + crash);
}

static void crashed(int number, siginfo_t *info, void *context) {
  for (int index = 0; index < count; index++) sigaction(signals[index], &previous[index], NULL);
  // The note needs memory and locks, which the crash may have left in any state. A process that can't print it ends.
  crash = number;
  struct sigaction old;
  handle(SIGALRM, timed_out, &old);
  unsigned rest = alarm(5);
  print_note();
  sigaction(SIGALRM, &old, NULL);
  alarm(rest);
  // A trap comes again after this function, because its cause is still there. A signal that was sent does not.
  if (info->si_code <= 0) raise(number);
}

void faked_install_crash_handler(void (*note)(void)) {
  print_note = note;
  for (int index = 0; index < count; index++) handle(signals[index], crashed, &previous[index]);
}
