// On 64-bit machines gcc ignores what says how to call on 32-bit ones, and the other way round.
//@ verdict: proved
//@ says: (`stdcall` of `f`)
//@ data-model: ilp32
#include <assert.h>
static int __attribute__((ms_abi, stdcall)) f(int n) { return n; }
int main(void) {
  assert(f(1) == 1);
  return 0;
}
