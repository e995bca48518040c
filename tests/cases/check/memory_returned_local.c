//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
//@ args: --checks memory
static int *give(void) {
#ifdef SAFE
  static
#endif
  int x;
  x = 3;
  return &x;
}
int main(void) { return *give(); }
