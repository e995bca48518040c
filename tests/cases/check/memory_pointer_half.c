// A pointer that is copied in part is none.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { char a[2] = {0}, b[3] = {0}; char *t[2] = {a, b};
#ifdef WRONG
  memcpy((char *)&t[1] + 1, &t[0], sizeof *t - 1);
#else
  memcpy(&t[1], &t[0], sizeof *t);
#endif
  return t[1][1]; }
