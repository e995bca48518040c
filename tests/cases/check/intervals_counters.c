// A variable that a loop counts beside its own counter is never above it, and needs no bound.
//@ args: --checks default
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), lost = 0, bytes = 0;
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int()) lost++;
#ifdef WRONG
    lost++;
#endif
  }
  for (unsigned k = 0; k < 1000; k++)
    if (__VERIFIER_nondet_int()) bytes += 3;
  return lost > bytes;
}
