// Whoever reads a number looks at the byte behind it, and meets the end or an error there.
//@ verdict: violated unknown
//@ with FAILED: violated unknown
//@ with ASKED: proved unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) != 1) return 0;
#ifdef FAILED
  assert(!ferror(stdin));
#elif defined(ASKED)
  int end = feof(stdin);
  assert(feof(stdin) == end && (!end || getchar() == EOF));
#else
  assert(!feof(stdin));
#endif
  return 0;
}
