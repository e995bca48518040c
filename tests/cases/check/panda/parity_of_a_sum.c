// The loop needs a fact that is no condition of the program: the sum is even.
//@ verdict: proved
//@ engines: panda
//@ args: --match
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define STEP 3
#else
#define STEP 2
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i = 0, s = 0;
  while (i < n) {
    i++;
    s += STEP;
  }
  if (s % 2) reach_error();
  return 0;
}
