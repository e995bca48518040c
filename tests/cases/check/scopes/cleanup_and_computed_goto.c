// gcc calls no cleanup function at a computed goto; what other compilers do is not followed.
//@ verdict: unknown
//@ says: a computed `goto` out of the scope of a variable with a cleanup function
#include <assert.h>
static int calls;
static void note(int *p) { calls++; }
int main(void) {
  void *to = &&out;
  {
    int y __attribute__((cleanup(note))) = 2;
    goto *to;
  }
out:
  assert(calls == 1);
  return 0;
}
