// No element is greater than the maximum.
//@ verdict: proved
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  int a[1000];
  int n = input();
  if (n < 1 || n > 1000) return 0;
  for (int i = 0; i < n; i++) a[i] = input();
  int max = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > max) max = a[i];
  for (int i = 0; i < n; i++) assert(a[i] <= max);
  return 0;
}
