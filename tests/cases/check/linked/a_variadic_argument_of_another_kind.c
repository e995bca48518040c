// A floating argument travels in another register than an integer.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ with TURNED: violated
#include <stdarg.h>
static int first(int n, ...) {
  va_list list;
  va_start(list, n);
#ifdef TURNED
  int value = va_arg(list, double) == 0;
#else
  int value = va_arg(list, int);
#endif
  va_end(list);
  return value;
}
int main(void) {
#if defined SAFE
  return first(1, 5) == 5;
#elif defined TURNED
  return first(1, 5L, 7L) == 1;
#else
  return first(1, 1.5) == 0;
#endif
}
