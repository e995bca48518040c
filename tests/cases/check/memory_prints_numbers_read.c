// Numbers from standard input are any of their type, and printing what depends on them is one step.
//@ verdict: violated
//@ reason: signed-overflow
//@ with SAFE: proved
#include <limits.h>
#include <stdio.h>
int main(void) {
  int x = 0;
  if (scanf("%d", &x) != 1) return 0;
#ifdef SAFE
  if (x == INT_MAX) return 0;
#endif
  printf("%d\n", x + 1);
  return 0;
}
