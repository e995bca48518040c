// A function takes as many arguments as it is called with.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#include <stdarg.h>
#ifdef WRONG
#define COUNT 2
#else
#define COUNT 3
#endif
int add(int n, ...) {
  va_list v;
  int s = 0;
  va_start(v, n);
  while (n-- > 0) s += va_arg(v, int);
  va_end(v);
  return s;
}
int main(void) {
  int a = __VERIFIER_nondet_uchar();
  int s = add(COUNT, a, 1, 2);
  if (s != a + 3) reach_error();
  return 0;
}
