// `c ? a : b` is a value: a pointer into it leads to a copy, which an assignment to `a` leaves alone.
//@ verdict: violated
//@ reason: assertion
#include <assert.h>
struct s { int a[2]; } one = {{1, 2}}, two = {{3, 4}};
int main(int argc, char **argv) {
  int *p;
  int x = (p = (argc ? one : two).a, one.a[0] = 7, two.a[0] = 7, p[0]);
  assert(x == 7);
  return 0;
}
