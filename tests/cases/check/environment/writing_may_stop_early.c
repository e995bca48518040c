//@ verdict: violated
//@ natively: cannot be set from outside
//@ data-model: lp64
#include <assert.h>
#include <unistd.h>
int main(void) {
  long n = write(1, "abc", 3);
  assert(n == 3);
  return 0;
}
