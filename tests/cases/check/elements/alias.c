// A store through a pointer that may lead to the array.
//@ verdict: proved
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  int a[300], b[300];
  int n = input();
  if (n < 10 || n > 300) return 0;
  int *p = b;
  for (int i = 0; i < n; i++) a[i] = b[i] = 4;
  p[input() & 7] = 5;
  for (int i = 0; i < n; i++) assert(a[i] == 4);
  return 0;
}
