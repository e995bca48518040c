//@ verdict: violated
//@ natively: cannot be set from outside
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("c", "r");
  if (f) assert(fgetc(f) != '#');
  return 0;
}
