// The width of %s does not count the end of the text.
//@ verdict: violated
//@ natively: the same
#include <stdio.h>
int main(void) {
  char b[4];
  if (scanf("%4s", b) == 1) return b[0];
  return 0;
}
