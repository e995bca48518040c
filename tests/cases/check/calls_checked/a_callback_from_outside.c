// A pointer from outside that is not null leads to a function of its type, of this file or another.
//@ verdict: violated
//@ reason: bad-call
//@ with SAFE: proved
//@ args: --entry apply
//@ data-model: lp64 ilp32
int other(char *x, long y) { return *x + (y > 2); }
int apply(int (*f)(int), int x) {
#ifdef SAFE
  if (!f) return 0;
#endif
  return f(x);
}
