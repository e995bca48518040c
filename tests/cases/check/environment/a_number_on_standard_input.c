// A number that is read has any value of its type, or there is none and the variable stays.
//@ verdict: violated
//@ with SAFE: proved
//@ args: --checks assertions --engine panda
#include <assert.h>
#include <stdio.h>
int main(void) {
  long n = 7;
  int count = scanf("%ld", &n);
  assert(count == 1 || count == 0 || count == EOF);
#ifdef SAFE
  if (count != 1)
#endif
    assert(n == 7);
  return 0;
}
