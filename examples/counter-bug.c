/* The same counter with a slip: violated, by an input that takes the wrong turn. */
//@ verdict: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int parity = 0;
  int key = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    if (parity == 0) parity = 1;
    else if (key == 4711) parity = 2;
    else parity = 0;
    if (parity > 1) reach_error();
  }
  return 0;
}
