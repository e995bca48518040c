// Literals that the failing test does not compare are not worth a word.
//@ verdict: violated
//@ says-not: objects of their own
#include <assert.h>
#include <string.h>
int main(void) {
  const char *a = "ab", *b = "b";
  int x = 1, y = 2, *p = &x, *q = &y;
  assert(strlen(a) + strlen(b) == 3 && p == q);
  return 0;
}
