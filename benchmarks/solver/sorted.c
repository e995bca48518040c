/* Is an array sorted, and does the median have a property? */
// N: 10 150
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 40
#endif

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < N; i++)
    if (a[i] - a[i - 1] <= 0) return 0;
  if (a[N / 2] % 13 == 5 && a[0] + a[N - 1] == 2 * a[N / 2]) return 1;
  if (a[N - 1] - a[0] < 3 * N) return 2;
  return 3;
}
