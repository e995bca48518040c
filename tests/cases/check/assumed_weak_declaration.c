// What is declared weak, and defined nowhere, is null, unless another file defines it.
//@ verdict: proved
//@ says: no other file defines `hook`, which is declared weak here
#include <stdlib.h>
int hook(void) __attribute__((weak));
int main(void) {
  if (hook && hook() == 3) abort();
  return 0;
}
