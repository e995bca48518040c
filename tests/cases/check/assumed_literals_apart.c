// Whether equal string literals are one object is left open: a failure that rests on it says so.
//@ verdict: violated
//@ says: assuming that string literals with the same bytes are objects of their own
//@ with OTHER: unknown proved
#include <assert.h>
int main(void) {
  const char *a = "ab";
#ifdef OTHER
  const char *b = "cd";
  assert(a != b);
#else
  const char *b = "b";
  assert(a + 1 == b);
#endif
  return 0;
}
