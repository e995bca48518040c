/* Products of small matrices. */
// N: 2 3
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 3
#endif

int main(void) {
  int a[N][N], trace = 0;
  static const int b[3][3] = {{2, -7, 5}, {11, 3, -1}, {4, 9, 13}};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = __VERIFIER_nondet_int();
      if (a[i][j] < -100 || a[i][j] > 100) return 0;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int c = 0;
      for (int k = 0; k < N; k++) c += a[i][k] * b[k % 3][j % 3];
      if (c == 1000 + i * N + j) return 1;
      if (i == j) trace += c;
      if (trace > 1500) return 2;
    }
  if (trace % 101 == 50) return 3;
  return 0;
}
