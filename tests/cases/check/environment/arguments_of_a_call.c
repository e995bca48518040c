// What C says of the arguments of main holds of the first call alone.
//@ verdict: violated
//@ natively: the same
#include <assert.h>
int main(int argc, char **argv) {
  if (argc == 100) return 0;
  assert(argv[argc] == 0);
  char *given[2] = {(char *)1, (char *)2};
  if (argc == 1) return main(0, given);
  return 0;
}
