// An array of variable length with a cleanup function is not followed.
//@ verdict: unknown
//@ says: a variable-length array with a cleanup function
#include <assert.h>
static int calls;
static void note(void *p) { calls++; }
int main(int argc, char **argv) {
  {
    int a[argc + 1] __attribute__((cleanup(note)));
    a[0] = 1;
  }
  assert(calls == 0);
  return 0;
}
