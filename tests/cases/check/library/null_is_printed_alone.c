// Compilers make puts of it, which reads null, whoever asks about arguments.
//@ verdict: violated
//@ args: --checks invalid-access
#include <stdio.h>
int main(void) {
  char *volatile none = 0;
  char *s = none;
  printf("%s\n", s);
  return 0;
}
