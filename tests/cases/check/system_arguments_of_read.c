// What read returns may be negative, and is then no index.
//@ verdict: violated
//@ with TESTED: proved
#include <unistd.h>
int main(void) {
  char b[5];
  int n = read(0, b, 4);
#ifdef TESTED
  if (n < 0) return 0;
#endif
  b[n] = 0;
  return 0;
}
