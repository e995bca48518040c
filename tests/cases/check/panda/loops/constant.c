// A variable that the loop leaves alone, and a counter below a bound.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions --match
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, k = 5, n = __VERIFIER_nondet_int();
  while (i < n) {
    i++;
    if (k != 5) reach_error();
#ifdef WRONG
    if (i == 70) reach_error();
#else
    if (i < 0) reach_error();
#endif
  }
  return 0;
}
