/* Reads and writes a small table at unknown places. */
// N: 3 4 6 8 12
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 12
#endif

int main(void) {
  int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  unsigned at = 0;
  int sum = 0;
  for (int i = 0; i < N; i++) {
    unsigned k = __VERIFIER_nondet_uint();
    int v = __VERIFIER_nondet_int();
    at = (at * 5 + k) % 16;
    sum += table[at] * v;
    table[at] = v ^ sum;
    if (sum % 17 == 11) return 1;
    if (table[(at + 3) % 16] == 77 - i) return 2;
  }
  if (sum == 123456) return 3;
  return 0;
}
