// No element before the one that is found is equal.
//@ verdict: proved
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  int a[1000];
  int n = input(), x = input(), at = 0;
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) a[i] = input();
  while (at < n && a[at] != x) at++;
  for (int i = 0; i < at; i++) assert(a[i] != x);
  return 0;
}
