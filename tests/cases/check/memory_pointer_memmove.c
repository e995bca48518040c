// memmove moves pointers along a table.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { char a[2] = {0}, b[3] = {0}, c[4] = {0}; char *t[4] = {a, b, c, 0};
  memmove(t + 1, t, 3 * sizeof *t);
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i < 4) return t[2][i];
#else
  if (i < 3) return t[2][i];
#endif
  return 0; }
