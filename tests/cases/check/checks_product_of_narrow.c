// A product of numbers that were narrower fits its type: no solver is asked, not even in a function that nobody calls.
//@ verdict: proved
//@ args: --timeout 20
//@ with WIDER: violated
extern short __VERIFIER_nondet_short(void);
extern long long __VERIFIER_nondet_longlong(void);
long long unused(int a, int b) { return (long long)a * (long long)b; }
int main(void) {
#ifdef WIDER
  long long a = __VERIFIER_nondet_longlong();
#else
  short a = __VERIFIER_nondet_short();
#endif
  short b = __VERIFIER_nondet_short();
  long long r = (long long)a * (long long)b;
  return r == 7;
}
