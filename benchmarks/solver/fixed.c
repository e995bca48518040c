/* Fixed-point filters over a row of samples. */
// N: 4 6 10 20
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 20
#endif

int main(void) {
  int low = 0, energy = 0;
  for (int i = 0; i < N; i++) {
    int x = __VERIFIER_nondet_short();
    if (x > 2000 || x < -2000) return 0;
    low += (x * 64 - low) >> 3;
    energy = energy - energy / 16 + (x < 0 ? -x : x);
    if (low > 90000 && i > 3) return 1;
    if (energy > 9000) return 2;
    if (i % 10 == 9 && low == -3333 * (i / 10)) return 3;
  }
  return 0;
}
