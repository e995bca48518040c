//@ verdict: violated
//@ says: assertion
//@ natively: natively the same
//@ engines: all
// Nobody includes <assert.h>: what is meant is the assertion, not a function that somebody else has.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    assert(x != 7);
  return 0;
}
