// Another file may have a constructor, which runs before main.
//@ verdict: proved
//@ says: nothing of other files runs before `main`
#include <assert.h>
extern int other(void);
int x;
int main(void) { assert(x == 0); return other(); }
