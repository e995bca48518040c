// A program without an end that loses a block now and then.
//@ verdict: violated
//@ args: --checks +leak
//@ reason: leak
//@ with FREED: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (;;) {
    int *request = malloc(sizeof *request);
    *request = __VERIFIER_nondet_int();
#ifndef FREED
    if (*request == 7) continue;
#endif
    free(request);
  }
}
