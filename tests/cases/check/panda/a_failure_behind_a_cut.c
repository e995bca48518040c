// The failure is one of the program though it is found behind a cut.
//@ verdict: proved
//@ engines: panda
//@ args: --match
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned i = 0;
#ifdef WRONG
  if (x < 5) return 0;
#else
  if (x > 5) return 0;
#endif
  while (!__VERIFIER_nondet_int()) i++;
  if (x == 12345) reach_error();
  return 0;
}
