// Without a property an access to it is no fault either. (What was stored is there, which dash proves.)
//@ verdict: proved unknown
//@ engines: auto dash dart panda
#include <assert.h>
extern int table[];
int main(void) {
  table[0] = 1;
  assert(table[0] == 1 || table[2] == 5);
  return 0;
}
