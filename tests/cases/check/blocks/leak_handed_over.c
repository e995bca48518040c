// What an unknown function is given it may keep, or free.
//@ verdict: unknown
//@ args: --checks +leak
#include <stdlib.h>
extern void take(int *p);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  take(p);
  return 0;
}
