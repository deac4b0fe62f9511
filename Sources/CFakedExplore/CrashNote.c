#include "CFakedExplore.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

// Says which run a crash belongs to, and lets the crash take its course.

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { count = sizeof signals / sizeof *signals };

static struct sigaction previous[count];
static void (*print_note)(void);

void faked_print(const char *text) {
  size_t length = strlen(text);
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written <= 0) break;
    text += written;
    length -= (size_t)written;
  }
}

static void crashed(int number) {
  // The signal comes again after this function, because its cause is still there.
  for (int index = 0; index < count; index++) sigaction(signals[index], &previous[index], NULL);
  // The note needs memory and locks, which the crash may have left in any state. A process that can't print it ends.
  signal(SIGALRM, SIG_DFL);
  alarm(5);
  print_note();
  alarm(0);
}

void faked_note_crashes(void (*note)(void)) {
  print_note = note;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = crashed;
  for (int index = 0; index < count; index++)
    sigaction(signals[index], &action, &previous[index]);
}
