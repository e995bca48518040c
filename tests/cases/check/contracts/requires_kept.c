// A caller that keeps what a function demands.
//@ verdict: proved
//@ engines: auto dash
#include <hatha.h>
static int half(int a) {
  hatha_requires(a >= 0);
  return a / 2;
}
int main(void) {
  int x = hatha_any_int();
  return x >= 0 ? half(x) : 0;
}
