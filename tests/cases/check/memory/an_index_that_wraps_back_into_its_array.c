// The distance of an element may wrap around on the machine; in C its index is too large all the same.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ data-model: lp64 ilp32
extern int __VERIFIER_nondet_int(void);
static int a[10];
int main(void) {
  unsigned long n = __VERIFIER_nondet_int() & 7;
#ifdef SAFE
  return a[n];
#else
  return a[(~0ul >> 2) + 1 + n];
#endif
}
