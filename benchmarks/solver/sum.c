/* The sum of bounded readings, and checks on it as it grows. */
// N: 10 20 40 100 1000
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100
#endif

int main(void) {
  int sum = 0, peak = 0;
  for (int i = 0; i < N; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < -20 || x > 50) return 0;
    sum += x;
    if (sum > peak) peak = sum;
    if (i % 7 == 3 && sum < -10 * i) return 1;
  }
  if (sum == 31 * N + 17) return 2;
  if (peak - sum > 15 * N) return 3;
  return 0;
}
