// What comes behind an accepted check counts on executions in which it did not fail.
//@ verdict: violated
//@ args: --checks arithmetic --first
//@ reason: division-by-zero
//@ says-not: signed-overflow at
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a + 1; /* hatha: accept signed-overflow because callers pass small numbers */
  return 100 / (b ^ 7);
}
