// C11 5.1.2.2.1
//@ verdict: proved
//@ engines: auto dash
#include <assert.h>
int main(int argc, char **argv) {
  (void)argv;
  assert(argc >= 0);
  return 0;
}
