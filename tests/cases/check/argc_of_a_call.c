// A call of main passes what it likes.
//@ verdict: violated
//@ natively: natively the same
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc >= 0);
  return argc == 1 ? main(-1, argv) : 0;
}
