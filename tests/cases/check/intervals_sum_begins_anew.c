// Sums that a loop adds bounded numbers to, and that begin anew where they have become negative. Without
// a bound on the rounds they overflow.
//@ verdict: proved
//@ with UNBOUNDED: unknown
//@ args: --engine intervals
//@ data-model: lp64
extern int __VERIFIER_nondet_int(void);
static int x, y;
static unsigned char packet[3];

static int extend(unsigned char byte, int negative) {
  return negative ? (int)byte - 256 : (int)byte;
}

static void move(void) {
  x += extend(packet[1], packet[0] & 0x10);
  y -= extend(packet[2], packet[0] & 0x20);
  if (x < 0)
    x = 0;
  if (y < 0)
    y = 0;
}

int main(void) {
#ifdef UNBOUNDED
  for (int i = 0;; i = i < 5 ? i + 1 : 0) {
#else
  for (int i = 0; i < 6; i++) {
#endif
    packet[0] = __VERIFIER_nondet_int();
    packet[1] = __VERIFIER_nondet_int();
    packet[2] = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
      move();
  }
  return x;
}
