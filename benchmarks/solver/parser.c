/* A calculator that reads characters and computes as it goes. */
// N: 8 14
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 14
#endif

int main(void) {
  int total = 0, number = 0, sign = 1, digits = 0;
  for (int i = 0; i < N; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
      if (++digits > 5) return 1;
    } else if (c == '+' || c == '-') {
      total += sign * number;
      sign = c == '+' ? 1 : -1;
      number = 0;
      digits = 0;
    } else if (c == '=') {
      total += sign * number;
      if (total == 4711) return 2;
      if (total < 0 && total % 100 == -42) return 3;
      return 0;
    } else
      return 4;
  }
  return 5;
}
