// Each invocation has variables of its own; those of a finished one are no more.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved unknown
//@ args: --checks memory
int *last;
static int down(int n, int *outer) {
  int mine = n;
  if (n == 0) return *outer;
  int below = down(n - 1, &mine);
  last = &mine;
  return below;
}
int main(void) {
  int x = 2, r = down(2, &x);
#ifdef SAFE
  last = &x;
#endif
  return r + *last;
}
