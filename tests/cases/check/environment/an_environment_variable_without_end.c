// The name of a variable is read up to its end.
//@ verdict: violated
//@ reason: out-of-bounds
//@ data-model: lp64
#include <stdlib.h>
int main(void) {
  char name[2] = {'A', 'B'};
  return getenv(name) != 0;
}
