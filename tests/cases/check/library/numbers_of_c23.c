// The names that headers of C23 use know the prefix 0b, as those of strtol do.
//@ verdict: proved unknown
//@ with BEFORE: proved unknown
#include <assert.h>
extern int __isoc23_sscanf(const char *, const char *, ...);
extern int __isoc99_sscanf(const char *, const char *, ...);
int main(void) {
  int n = 9;
#ifdef BEFORE
  assert(__isoc99_sscanf("0b101", "%i", &n) == 1 && n == 0);
#else
  unsigned u = 9;
  assert(__isoc23_sscanf("0b101 0b11", "%i%b", &n, &u) == 2 && n == 5 && u == 3);
#endif
  return 0;
}
