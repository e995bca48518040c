// A stream and a variable of the environment are the library's: to free one is a fault, not one block less.
//@ verdict: violated
//@ says: invalid-free
//@ args: --checks assertions,+cleanup --environment closed
//@ with VARIABLE: violated
//@ with CLOSED: violated
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *left = malloc(1);
#ifdef VARIABLE
  setenv("name", "value", 1);
  free(getenv("name"));
#else
  FILE *f = fopen("name", "w");
#ifdef CLOSED
  fclose(f);
#else
  free(f);
#endif
#endif
  return left == 0;
}
