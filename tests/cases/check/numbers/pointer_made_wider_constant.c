// The same for constants.
//@ verdict: proved
//@ data-model: ilp32
//@ with WRONG: violated
#include <assert.h>
static long long start = (long long)(void *)0xffff0000u;
int main(void) {
  void *volatile end = (void *)0xffff0000u;
  assert(start == (long long)end);
  assert(start == -65536);
  assert((unsigned long)end == 0xffff0000u);
#ifdef WRONG
  assert((long long)end == 0xffff0000ll);
#endif
  return 0;
}
