// Nothing is assumed of a function that is not called, nor of one that a header of the system's declares.
//@ verdict: proved
//@ says-not: assuming
#include <assert.h>
#include <string.h>
int f(int *p) __attribute__((nonnull, pure));
static __attribute__((const)) int g(int n) { return n; }
static __attribute__((noinline, unused, cold)) int h(int n) { return n; }
int main(void) {
  assert(strlen("abc") == 3 && h(1) == 1);
  return 0;
}
