// Rows of arrays, members and sums that stay inside are no failures.
//@ verdict: proved
//@ args: --checks +pointer
extern int __VERIFIER_nondet_int(void);
struct s { int before; int m[4]; };
int table[3][4];
struct s all[2];
int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 1 || j < 0 || j > 3) return 0;
  int *p = table[i];
  return table[i + 1][j] + all[i].m[j] + *(p + 4 - j) + *((char *)(p + i) + j);
}
