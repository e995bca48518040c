// A loop with a bound inside a loop without one.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions --match
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define MOST 14
#else
#define MOST 15
#endif
int main(void) {
  int a[3] = {4, 5, 6}, s = 0, i;
  while (__VERIFIER_nondet_int() > 0) {
    s = 0;
    for (i = 0; i < 3; i++) s += a[i];
  }
  if (s > MOST) reach_error();
  return 0;
}
