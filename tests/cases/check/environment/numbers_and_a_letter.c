//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a;
  unsigned long b;
  if (scanf("%d%lu", &a, &b) != 2) return 0;
  int c = getchar();
  assert(a != -5 || b != 77 || c != 'q');
  return 0;
}
