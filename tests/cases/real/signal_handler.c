//@ rule: posix/file
//@ entry: main
//@ truth: kept
//@ today: unknown: hinges on memory
// A signal handler is installed. The model keeps handlers in a table; what an element
// of a table holds is a question about memory.
#include <signal.h>
#include <stdio.h>

static void stop(int number) {}

int main(void)
{
    FILE *f = fopen("log", "w");
    if (!f)
        return 1;
    if (signal(SIGINT, stop) == SIG_ERR)
        fputs("no handler", f);
    fclose(f);
    return 0;
}
