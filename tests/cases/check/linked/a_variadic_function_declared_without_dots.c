// Whoever calls a variadic function has to say how many floating registers are used.
//@ verdict: unknown
//@ says: which is variadic, as if it were not
//@ data-model: lp64
#include <stdarg.h>
extern void reach_error(void);
extern int plain(int, double) __asm__("dots");
int dots(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double d = va_arg(ap, double);
  va_end(ap);
  return n + (int)d;
}
int main(void) {
  if (plain(1, 2.0) != 3) reach_error();
  return 0;
}
