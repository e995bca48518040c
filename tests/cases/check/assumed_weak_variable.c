// Another file may have definitions of variables that are not weak.
//@ verdict: proved
//@ says: no other file defines `limit`, `step`, whose definition here is weak
#include <assert.h>
int limit __attribute__((weak)) = 3;
const int step __attribute__((weak)) = 1;
int main(void) { assert(limit == 3 && step == 1); }
