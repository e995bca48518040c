/* A counter that must stay even: proved. */
//@ verdict: proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int steps = 0;
  int parity = 0;
  while (__VERIFIER_nondet_int()) {
    if (parity == 0) parity = 1; else parity = 0;
    steps = steps + 1;
    if (parity > 1) reach_error();
  }
  return 0;
}
