// A local that one branch assigns is read behind both; in the safe variant on the same condition.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  int c = __VERIFIER_nondet_int();
  if (c > 0) x = c & 7;
#ifdef SAFE
  if (c > 0)
#endif
  {
    if (x == 5) return 1;
  }
  return 0;
}
