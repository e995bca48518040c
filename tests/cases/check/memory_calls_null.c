// A call of what is no function is found, and no proof leaves it out.
//@ verdict: violated
//@ reason: bad-call
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
static int same(int x) { return x; }
int main(void) {
  int (*call)(int) = 0;
#ifdef SAFE
  call = same;
#endif
  if (__VERIFIER_nondet_int() == 5) call = same;
  return call(3);
}
