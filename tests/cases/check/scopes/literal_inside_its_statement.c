// Inside the statement the literal of its condition lives, in each round of a loop.
//@ verdict: proved
#include <assert.h>
int main(void) {
  int *p, *q, n = 0;
  if ((p = &(int){1}, 1))
    assert(*p == 1);
  while ((q = &(int){n}, n < 3)) {
    assert(*q == n);
    n++;
  }
  switch (*(p = &(int){2})) {
  case 2:
    assert(*p == 2);
  }
  return 0;
}
