// A test in which an allocation fails is replayed as such without a word about it.
//@ verdict: violated
//@ args: --checks default,malloc-null
//@ natively: the same | cannot be shown
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
