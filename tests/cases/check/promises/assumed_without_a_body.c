// What is promised of a function that another file defines.
//@ verdict: proved
//@ says: (`const` of `f`)
#include <assert.h>
extern int f(int n) __attribute__((const));
int main(void) {
  int a = f(1);
  assert(a == a);
  return 0;
}
