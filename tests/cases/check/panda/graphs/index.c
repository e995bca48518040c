// Every way of an index is followed.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  a[i] = 9;
  int s = a[0] + a[1] + a[2] + a[3];
#ifdef WRONG
  if (s < 16 || s > 18) reach_error();
#else
  if (s < 15 || s > 18) reach_error();
#endif
  return 0;
}
