// What a weak alias stands for is another file's choice, too.
//@ verdict: proved
//@ says: no other file defines `hook`, `size`, whose definition here is weak
#include <assert.h>
static int plain_hook(void) { return 1; }
int hook(void) __attribute__((weak, alias("plain_hook")));
static int plain_size = 4;
extern int size __attribute__((weak, alias("plain_size")));
int main(void) { assert(hook() == 1 && size == 4); }
