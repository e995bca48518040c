// A condition of `do` that lends a temporary leads to one statement behind the loop.
//@ verdict: proved
//@ with WRONG: violated
#include <assert.h>
struct s { int v[4]; };
static struct s make(int x) {
  struct s s = {{x, x, x, x}};
  return s;
}
static int first(int *p) { return *p; }
int main(void) {
  int n = 3, rounds = 0;
  do
    rounds++;
  while (first(make(n--).v) > 0);
#ifdef WRONG
  rounds++;
#endif
  assert(rounds == 4);
  return 0;
}
