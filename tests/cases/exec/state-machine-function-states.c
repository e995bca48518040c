//@ stdout: red green amber red green
// Each state is a function that returns the next one.
#include <stdio.h>

struct state {
    struct state (*next)(void);
    const char *name;
};

static struct state red(void);
static struct state green(void);
static struct state amber(void);

static struct state red(void) { return (struct state){ green, "red" }; }
static struct state green(void) { return (struct state){ amber, "green" }; }
static struct state amber(void) { return (struct state){ red, "amber" }; }

int main(void)
{
    struct state s = red();
    for (int i = 0; i < 5; i++) {
        printf("%s%c", s.name, i == 4 ? '\n' : ' ');
        s = s.next();
    }
    return 0;
}
