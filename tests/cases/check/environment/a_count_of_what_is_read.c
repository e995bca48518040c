// Where the bytes of a number are counted they are read one by one.
//@ verdict: violated
//@ args: --checks assertions --timeout 30
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a, taken = 0;
  if (scanf("%d%n", &a, &taken) != 1) return 0;
  assert(taken != 2);
  return 0;
}
