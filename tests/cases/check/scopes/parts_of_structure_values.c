// Parts of structure values that are read at once are what they are.
//@ verdict: proved
#include <assert.h>
struct s { int a[2]; } one = {{1, 2}}, two = {{3, 4}}, three;
int main(int argc, char **argv) {
  assert((argc > 1 ? one : two).a[1] == (argc > 1 ? 2 : 4));
  assert((three = one).a[0] == 1 && three.a[1] == 2);
  assert((0, two).a[0] == 3);
  return 0;
}
