// One call, several numbers: each is stored as long as all before it came, and the result counts them.
//@ verdict: violated
//@ natively: the same
//@ with COUNTED: proved
//@ with SWAPPED: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
  int i = 1, index[2] = {0, 0};
  long l = 2;
  long long ll = 3;
  unsigned u = 4;
  unsigned long ul = 5;
  unsigned long long ull = 6;
#if defined COUNTED
  int count = scanf("%d %ld %lld %u %lu %llu", &i, &l, &ll, &u, &ul, &ull);
  assert(count >= -1 && count <= 6);
  if (count < 2) assert(ll == 3 && u == 4 && ul == 5 && ull == 6);
  if (count < 1) assert(i == 1 && l == 2);
#elif defined SWAPPED
  /* The second place is known before the first number is read. */
  i = 0;
  if (scanf("%d%d", &i, &index[i]) == 2) assert(index[0] != 7);
#else
  if (scanf("%d %ld %lld %u %lu %llu", &i, &l, &ll, &u, &ul, &ull) == 6)
    assert(i != -7 || l != 70000 || ll != 1 || u != 4000000000u || ul != 8 || ull != 9);
#endif
  return 0;
}
