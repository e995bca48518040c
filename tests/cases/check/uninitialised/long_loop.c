// A loop of unknown length over what was filled before it.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int limits[2];
  limits[0] = 0;
#ifdef SAFE
  limits[1] = 5;
#endif
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
    if (i == limits[i & 1]) i++;
    i++;
    if (i > 1000) break;
  }
  return 0;
}
