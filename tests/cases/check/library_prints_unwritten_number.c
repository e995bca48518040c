// A floating number is printed before the one that was never written.
//@ args: --checks default
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ engines: auto
#include <stdio.h>
int main(void) {
  double d[2];
  d[0] = 1;
#ifdef SAFE
  d[1] = 2;
#endif
  for (int i = 0; i < 2; i++) printf("%g\n", d[i]);
  return 0;
}
