//@ verdict: proved
//@ says: 1 check
//@ with DECLARED: proved
extern int __VERIFIER_nondet_int(void);
#ifdef DECLARED
extern void assert(int);
#endif
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 7)
    assert(x != 7);
  return 0;
}
