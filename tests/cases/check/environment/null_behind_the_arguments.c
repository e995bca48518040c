//@ verdict: proved unknown
//@ args: --timeout 10
//@ data-model: lp64
#include <assert.h>
int main(int argc, char **argv) {
  assert(argv[argc] == 0);
  return 0;
}
