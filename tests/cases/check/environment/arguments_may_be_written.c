// The list of arguments belongs to the program, and has room for one more pointer than arguments.
//@ verdict: proved
#include <assert.h>
int main(int argc, char **argv) {
  if (argc > 0) {
    argv[0] = 0;
    assert(argv[0] == 0);
  }
  return 0;
}
