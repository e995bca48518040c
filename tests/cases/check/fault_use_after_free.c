//@ verdict: violated
//@ engines: all
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  return *p;
}
