// That there is memory at an address is what the user says.
//@ verdict: proved
//@ args: --region 0x1000:16 --checks assertions
//@ says: there is memory at 0x1000 (16 bytes)
#include <assert.h>
int main(void) {
  int v = *(volatile int *)0x1000;
  assert(v == v);
}
