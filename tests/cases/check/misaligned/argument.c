// A pointer that breaks its alignment is passed on and read there.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
static int first(const int *p) { return *p; }
int main(void) {
  long long wide = 5;
  char *bytes = (char *)&wide;
#ifdef SAFE
  return first((int *)(bytes + 4));
#else
  return first((int *)(bytes + 3));
#endif
}
