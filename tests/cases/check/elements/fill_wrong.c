// An array that a loop of unknown length fills, initialised and of what was stored: one is left out, or another changed.
//@ verdict: violated
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  int a[1000];
  int n = input();
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n - (n > 600); i++) a[i] = 2 * i + 1;
  for (int i = 0; i < n; i++) assert(a[i] == 2 * i + 1);
  return 0;
}
