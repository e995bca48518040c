//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc < 3);
  return 0;
}
