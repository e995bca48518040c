// Without the word allocations succeed, which is printed.
//@ verdict: proved
//@ says: memory allocation succeeds
//@ args: --checks arithmetic
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  free(p);
  return 0;
}
