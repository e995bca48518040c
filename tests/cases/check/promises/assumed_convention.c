// A function that is called in another way than its definition says.
//@ verdict: proved
//@ says: declarations, definitions and calls of a function agree in its calling convention (`ms_abi` of `f`)
//@ data-model: lp64
#include <assert.h>
static int __attribute__((ms_abi, stdcall)) f(int n) { return n; }
int main(void) {
  int (*p)(int) = (int (*)(int))f;
  assert(p(1) == 1);
  return 0;
}
