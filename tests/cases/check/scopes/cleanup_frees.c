// A cleanup function of the library is that function: here it frees an array.
//@ verdict: violated
//@ reason: invalid-free
#include <stdlib.h>
int main(void) {
  int a __attribute__((cleanup(free))) = 1;
  return a;
}
