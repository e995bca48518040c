/* Searches for a key in an array of unknown values, and for two that add up to it. */
// N: 6 8 12 16 24
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 24
#endif

int main(void) {
  int a[N], key = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int() % 1000;
  int found = -1;
  for (int i = 0; i < N; i++)
    if (a[i] == key) found = i;
  if (found > N / 2) return 1;
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j += 5)
      if (a[i] * 3 + a[j] == key && key > 1700) return 2;
  return 0;
}
