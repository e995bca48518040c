// An index past a row of an array stays inside the array.
//@ verdict: proved
//@ args: --checks +member
//@ with WRONG: violated
//@ with FLAT: proved
extern int __VERIFIER_nondet_int(void);
static int a[2][3];
int main(void) {
  int i = __VERIFIER_nondet_int();
#if defined WRONG || defined FLAT
  if (i < 0 || i > 5) return 0;
#else
  if (i < 0 || i > 2) return 0;
#endif
#ifdef FLAT
  return ((int *)a)[i];
#else
  return a[0][i];
#endif
}
