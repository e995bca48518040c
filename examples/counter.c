/* A parity that must follow its counter: proved. */
//@ verdict: proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned steps = 0;
  unsigned parity = 0;
  while (__VERIFIER_nondet_int()) {
    if (parity == 0) parity = 1; else parity = 0;
    steps = steps + 1;
    if (parity != steps % 2) reach_error();
  }
  return 0;
}
