// A stream that a function gets is one that the C library has opened, not a structure with any contents.
//@ verdict: unknown proved
//@ with WRONG: violated
//@ args: --entry next_byte --timeout 4
#include <stdio.h>
int next_byte(FILE *f) {
#ifndef WRONG
  if (!f) return -1;
#endif
  int c = fgetc(f);
  return c == EOF ? 0 : c;
}
