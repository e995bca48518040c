// A line that was read into a block and is forgotten is lost: the library does not keep where it is.
//@ verdict: violated
//@ says: leak
//@ args: --checks +leak --first
//@ with KEPT: proved
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = malloc(64), *first = line;
  if (fgets(line, 64, stdin))
    line = 0;
#ifdef KEPT
  free(first);
#else
  free(line);
#endif
  return 0;
}
