// A bit-field beside one that was assigned.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct flags {
  unsigned a : 3, b : 2;
};
int main(void) {
  struct flags f;
  f.a = 5;
#ifdef SAFE
  if (f.a == 5) return 1;
#else
  if (f.b == 1) return 1;
#endif
  return 0;
}
