// The parameters of main matter only where execution starts at it.
//@ verdict: proved
//@ args: --entry f
#include <assert.h>
int f(int n) {
  assert(n == n);
  return n;
}
int main(int argc, char **argv, char **environment, char **more, int e) {
  return f(e);
}
