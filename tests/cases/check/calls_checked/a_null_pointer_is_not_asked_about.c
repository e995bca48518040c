// Where faults are not asked about, a copy of no bytes is one that does nothing.
//@ verdict: proved
//@ args: --checks assertions
#include <assert.h>
#include <string.h>
int main(void) {
  char *p = 0, b[4] = "abc";
  memcpy(b, p, 0);
  assert(!p && b[0] == 'a');
  return 0;
}
