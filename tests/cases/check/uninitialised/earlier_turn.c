// A declaration in a loop takes the value of the earlier turn away.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
#ifdef SAFE
    x = 0;
#endif
    if (i == 0) x = 4;
    if (x == 4) sum++;
  }
  return sum;
}
