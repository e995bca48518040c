// Another file may have a definition that is not weak.
//@ verdict: proved
//@ args: --entry f
//@ says: no other file defines `hook`, whose definition here is weak
#include <assert.h>
__attribute__((weak)) int hook(void) { return 1; }
void f(void) { assert(hook() == 1); }
