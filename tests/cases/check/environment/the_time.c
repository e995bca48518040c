//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <time.h>
int main(void) {
  assert(time(0) != 42);
  return 0;
}
