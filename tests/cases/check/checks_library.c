// What the library computes with the program's values counts: abs of the least int.
//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks arithmetic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return abs(x) == 3;
}
