/* Euclid: divisions by unknown numbers. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  int steps = 0;
  while (b) {
    unsigned char r = a % b;
    a = b;
    b = r;
    steps++;
  }
  if (steps == 7) return 1;
  if (a == 17) return 2;
  return 0;
}
