// What a stub stands for is printed.
//@ verdict: proved
//@ args: --stub g:x'==x+1
//@ says: is what the function does
//@ data-model: lp64
#include <assert.h>
int x;
void g(void);
int main(void) {
  x = 0;
  g();
  assert(x == 1);
  return 0;
}
