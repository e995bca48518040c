//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <unistd.h>
int main(void) {
  char b[4];
  if (read(0, b, 4) > 0) assert(b[0] != 'q');
  return 0;
}
