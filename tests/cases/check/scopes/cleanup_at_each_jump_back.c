// The same with what gcc does: four calls.
//@ verdict: proved
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
  assert(calls == 4);
  return 0;
}
