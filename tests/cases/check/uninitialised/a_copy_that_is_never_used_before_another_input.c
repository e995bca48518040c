// The check of a copy fails before the program asks for its next value; the test gets one, with
// which the program runs into a fault.
//@ verdict: violated
//@ reason: division-by-zero
//@ with SAFE: proved
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
#ifdef SAFE
  x = 1;
#endif
  int y = x;
  int z = __VERIFIER_nondet_int();
#ifdef SAFE
  if (z == 0) return 0;
#endif
  y = 0;
  return 10 / z + y;
}
