// A jump back in front of a declaration leaves its scope: the cleanup function is called each time.
//@ verdict: violated
//@ reason: assertion
#include <assert.h>
static int n, calls;
static void note(int *p) { calls++; }
int main(void) {
  {
  again:;
    int x __attribute__((cleanup(note))) = 1;
    if (n++ < 3)
      goto again;
  }
  assert(calls == 1);
  return 0;
}
