// An array on the heap whose size is an input.
//@ verdict: proved
//@ args: --timeout 60
#include <assert.h>
#include <stdlib.h>
extern int input(void);
int main(void) {
  int n = input();
  if (n < 1 || n > 1000) return 0;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = 5;
  for (int i = 0; i < n; i++) assert(a[i] == 5);
  free(a);
  return 0;
}
