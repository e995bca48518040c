// A case that a switch leaves out.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int kind = __VERIFIER_nondet_int() & 3, size;
  switch (kind) {
  case 0: size = 1; break;
  case 1: size = 2; break;
  case 2: size = 4; break;
#ifdef SAFE
  default: size = 8;
#endif
  }
  return 100 / size;
}
