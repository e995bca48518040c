// C does not say which numbers a seed gives: a test chooses them, and the native replay hands them out.
//@ verdict: violated
//@ with RANGE: proved
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand((unsigned)time(NULL));
#ifdef RANGE
  assert(rand() >= 0);
#else
  assert(rand() != 4711 || rand() != 5);
#endif
  return 0;
}
