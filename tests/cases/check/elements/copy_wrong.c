// A copy of an array: one is left out, or another changed.
//@ verdict: violated
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  int a[1000], b[1000];
  int n = input();
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) a[i] = input();
  for (int i = 0; i < n; i++) { b[i] = a[i]; if (i > 5) a[i - 1] = 3; }
  for (int i = 0; i < n; i++) assert(a[i] == b[i]);
  return 0;
}
