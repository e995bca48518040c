// Two comparisons on different ways do not end a loop: each lets the counter pass where the other would not.
//@ verdict: unknown
//@ args: --checks assertions,+leak --engine dash --timeout 5
//@ with ONE: proved
#include <stdlib.h>
int main(void) {
#ifndef ONE
  char *lost = malloc(1);
  lost = 0;
#endif
  unsigned i = 0;
  while (1) {
#ifdef ONE
    if (i == 5) break;
#else
    if (i == 5) {
      if (i == 6) break;
    } else {
      if (i == 5) break;
    }
#endif
    i = i + 1;
  }
  return 0;
}
