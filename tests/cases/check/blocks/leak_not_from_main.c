// What becomes of blocks is asked about whole programs only.
//@ verdict: proved
//@ args: --checks +leak,+cleanup --entry make
#include <stdlib.h>
char *make(void) { return malloc(4); }
