// A sum of two numbers of either sign: ranges decide it for each sign alone.
//@ args: --checks default
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef WRONG
  int low = -128, high = 2147483647;
#else
  int low = -128, high = 127;
#endif
  while (low < high) {
    int middle = (low + high) / 2;
    if (__VERIFIER_nondet_int() > 0) low = middle + 1;
    else high = middle;
  }
  return high;
}
