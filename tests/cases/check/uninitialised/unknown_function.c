// What a function without a body is given to write to counts as written.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
extern void fill(int *p);
extern void look(const int *p);
int main(void) {
  int x;
#ifdef SAFE
  fill(&x);
#else
  look(&x);
#endif
  if (x == 3) return 1;
  return 0;
}
