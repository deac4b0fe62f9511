#include "CFakedExplore.h"
#include "Replacements.h"

#include <stddef.h>

// Offers what the runtime puts on the main queue to a scheduler, which may run it in its own order.
//
// The definition is weak and comes first for the same reason as that of `swift_task_create`.

typedef void (*Work)(void *);
typedef void (*Enqueue)(void *, void *, Work);

static int (*main_queue_handler)(void *queue, void *context, void *work);

void faked_handle_main_queue(int (*handler)(void *, void *, void *)) {
  main_queue_handler = handler;
}

static Enqueue next_definition(void) {
  static void *found;
  return (Enqueue)faked_next_definition(&found, "dispatch_async_f");
}

REPLACED void dispatch_async_f(void *queue, void *context, Work work) {
  if (main_queue_handler != NULL && main_queue_handler(queue, context, (void *)work)) return;
  faked_count_departure();
  next_definition()(queue, context, work);
}
