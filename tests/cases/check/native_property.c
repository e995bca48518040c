// A test that was made for a property is replayed with it.
//@ verdict: violated
//@ args: --property unreach-call.prp
//@ natively: natively the same
extern void reach_error(void);
extern int unknown(void);
extern int __VERIFIER_nondet_int(void);
int g = 7;
int main(void) {
  int n = unknown();
  if (n == 5 && g == 7 && __VERIFIER_nondet_int() == 3) reach_error();
  return 0;
}
