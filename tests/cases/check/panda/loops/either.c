// One of two numbers is counted down, for as long as both are left.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions --match
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) x = x - 1;
    else y = y - 1;
  }
#ifdef WRONG
  if (x != 0 && y != 1) reach_error();
#else
  if (x != 0 && y != 0) reach_error();
#endif
  return 0;
}
