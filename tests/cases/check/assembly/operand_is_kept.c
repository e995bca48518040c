// Assembly that changes memory may know an address from assembly before it. Natively this fails.
//@ verdict: violated unknown
//@ engines: panda auto
//@ data-model: lp64
#include <assert.h>
int main(void) {
  int x = 0;
  int *p = &x;
  __asm__ volatile("movq %0, %%xmm7" : : "r"(p) : "xmm7");
  *p = 1;
  __asm__ volatile("movq %%xmm7, %%rax; movl $2, (%%rax)" : : : "memory", "rax");
  assert(*p == 1);
  return 0;
}
