//@ verdict: proved unknown
//@ says: does what glibc does (strcmp)
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <string.h>
int main(void) {
  char a[2] = "a";
  strcmp(a, a);
  return 0;
}
