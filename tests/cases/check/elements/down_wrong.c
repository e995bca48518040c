// An array that is filled from its end: one is left out, or another changed.
//@ verdict: violated
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  int a[500];
  int n = input();
  if (n < 0 || n > 500) return 0;
  for (int i = n - 1; i > 0; i--) a[i] = 9;
  for (int i = 0; i < n; i++) assert(a[i] == 9);
  return 0;
}
