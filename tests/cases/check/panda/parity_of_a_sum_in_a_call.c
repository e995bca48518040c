// Of what the loop needs, only the argument is in scope.
//@ verdict: proved
//@ engines: panda
//@ args: --match
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define STEP 1
#else
#define STEP 2
#endif
static unsigned twice(unsigned n) {
  unsigned i = 0, s = 0;
  while (i < n) {
    i++;
    s += STEP;
  }
  return s;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), m = n / 2;
  if (twice(m) % 2) reach_error();
  return 0;
}
