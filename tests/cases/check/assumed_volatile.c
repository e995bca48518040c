// What a volatile object holds is what was stored: an assumption.
//@ verdict: proved
//@ says: volatile
#include <assert.h>
static volatile int v;
int main(void) {
  v = 1;
  assert(v == 1);
  return 0;
}
