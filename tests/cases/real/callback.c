//@ rule: posix/file
//@ entry: load
//@ truth: kept
//@ today: unknown: unknown function that may call back
// A function of another file gets a function that it may call back.
#include <stdio.h>

int parse(FILE *from, void (*complain)(const char *));

static int complaints;
static void complain(const char *text) { complaints++; }

int load(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    int status = parse(f, complain);
    fclose(f);
    return status;
}
