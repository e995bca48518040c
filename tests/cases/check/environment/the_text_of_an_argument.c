//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc > 1) assert(strcmp(argv[1], "-x") != 0);
  return 0;
}
