// A block that is lost before the program is aborted.
//@ verdict: violated
//@ args: --checks +leak
//@ says: leak
#include <stdlib.h>
static void lose(void) {
  char *p = malloc(4);
  p[0] = 1;
}
int main(void) {
  lose();
  abort();
}
