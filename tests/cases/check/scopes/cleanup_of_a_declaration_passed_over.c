// A `case` behind a declaration is inside its scope, so that the cleanup function is called.
//@ verdict: violated
//@ reason: assertion
#include <assert.h>
static int calls;
static void note(int *p) { calls++; }
int main(void) {
  switch (1) {
    int y __attribute__((cleanup(note)));
  case 1:
    y = 3;
  }
  assert(calls == 0);
  return 0;
}
