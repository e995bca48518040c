// What comes after a store to it is not cut from a proof.
//@ verdict: unknown
//@ engines: all
#include <assert.h>
extern int table[];
int main(void) {
  table[0] = 1;
  assert(table[0] == 2);
  return 0;
}
