// What a function demands is asserted where the program calls it.
//@ verdict: violated
//@ engines: auto dash
#include <hatha.h>
static int half(int a) {
  hatha_requires(a >= 0);
  return a / 2;
}
int main(void) { return half(hatha_any_int()); }
