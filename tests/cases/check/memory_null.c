//@ verdict: violated
//@ reason: null-dereference
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3, *p = 0;
  if (__VERIFIER_nondet_int() != 4) p = &x;
#ifdef SAFE
  if (p)
#endif
    return *p;
  return 0;
}
