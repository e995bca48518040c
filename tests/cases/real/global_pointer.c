//@ rule: posix/descriptor
//@ entry: stop
//@ options: --globals any
//@ truth: kept
//@ today: kept
// What is done hinges on a member of a structure that a global pointer leads to. From any
// start that pointer may lead anywhere, to the global descriptor as well.
#include <unistd.h>

struct settings { int remote; };
extern struct settings *settings;
void stop_remote(void);

static int started;
int log_fd = -1;

void stop(void)
{
    if (!started)
        return;
    if (settings->remote) {
        stop_remote();
    } else {
        if (log_fd < 0)
            return;
        close(log_fd);
        log_fd = -1;
    }
    started = 0;
}
