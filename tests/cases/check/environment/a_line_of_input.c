//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[8];
  if (fgets(b, 8, stdin)) assert(b[0] != 'q');
  return 0;
}
