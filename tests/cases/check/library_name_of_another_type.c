// A function with a library's name and another type is not the library's.
//@ verdict: violated
//@ reason: assertion
#include <assert.h>
extern void read(int *to);
int main(void) {
  int x = 1;
  read(&x);
  assert(x == 1);
  return 0;
}
