// A pointer is an alias of another or it is not.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 3, y = 4;
  int *p = __VERIFIER_nondet_int() ? &x : &y, *q = &x;
  *p = 10;
  if (p == q && *q != 10) reach_error();
#ifdef WRONG
  if (p != q && *q == 3) reach_error();
#else
  if (p != q && *q != 3) reach_error();
#endif
  return 0;
}
