// A comment with a reason accepts a check: it is listed, assumed not to fail, and not proved.
//@ verdict: proved
//@ reason: 1 accepted check is left out
//@ with OTHER: violated
//@ with REASONLESS: violated
//@ args: --checks arithmetic
//@ says: accepted: main#signed-overflow-1 at checks_accepted.c
//@ says: (the hash may wrap)
//@ says: 2 checks: 1 proved, 1 accepted
//@ says: assuming that the accepted checks do not fail: main#signed-overflow-1
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int hash = 31;
#ifdef REASONLESS
  hash = hash * a; // hatha: accept signed-overflow
#else
  // hatha: accept signed-overflow because the hash may wrap
  hash = hash * a;
#endif
#ifdef OTHER
  hash = hash + 31;
#endif
  return 100 / (a | 1);
}
