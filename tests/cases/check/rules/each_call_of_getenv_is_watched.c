// A rule that watches getenv sees each of its calls, literals or not.
//@ verdict: violated
//@ args: --rule getenv_once.slic
#include <stdlib.h>
int main(void) {
  getenv("X");
  char *again = getenv("X");
  return again != 0;
}
