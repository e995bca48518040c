// Blocks of one place in the program are different objects.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved unknown
//@ args: --checks memory
#include <stdlib.h>
int main(void) {
  int *old = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    int *new = malloc(4);
    *new = i;
    if (old) {
#ifdef SAFE
      s += *old;
      free(old);
#else
      free(old);
      s += *old;
#endif
    }
    old = new;
  }
  free(old);
  return s;
}
