// A call of the system may fail.
//@ verdict: violated
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(close(3) == 0);
  return 0;
}
