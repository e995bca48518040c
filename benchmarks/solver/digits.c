/* Reads a decimal number digit by digit and checks its digits. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = x;
  unsigned sum = 0, alternating = 0, count = 0;
  while (n) {
    unsigned d = n % 10;
    sum += d;
    alternating = count % 2 ? alternating + d : alternating + 10 - d;
    count++;
    n /= 10;
    if (d == 7 && sum % 3 == 1) return 1;
  }
  if (count == 9 && sum == 45) return 2;
  if (count > 6 && alternating % 11 == 4) return 3;
  if (sum > 70) return 4;
  return 0;
}
