// A weak name that no file of a whole program defines is null.
//@ verdict: proved
//@ data-model: lp64
#include <assert.h>
extern int w __attribute__((weak));
int f(void) {
  assert(!&w);
  return 0;
}
int main(void) { return f(); }
