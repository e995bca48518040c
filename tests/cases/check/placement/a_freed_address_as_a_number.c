// The number leads to the new block if that lies where the old one was.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
//@ engines: auto panda dash
//@ with STORED: violated unknown
//@ with KEPT: proved
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
union word {
  uintptr_t i;
  char *p;
};
int main(void) {
  union word x;
  char *p = malloc(4);
  x.i = (uintptr_t)p;
  uintptr_t i = x.i;
#ifndef KEPT
  free(p);
#endif
  char *q = malloc(4);
  if (i == (uintptr_t)q) {
    q[0] = 0;
#ifdef STORED
    *x.p = 1;
#else
    *(char *)i = 1;
#endif
    if (q[0]) reach_error();
  }
  return 0;
}
