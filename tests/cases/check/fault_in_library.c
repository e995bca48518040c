// A fault inside a library model is the caller's, also where the model was inlined.
//@ verdict: violated
//@ reason: fault_in_library.c:9:
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  free(p);
  free(p);
  return 0;
}
