// A `_Bool` whose byte is neither 0 nor 1 is no value of its type: of `!b` gcc makes 3.
//@ verdict: proved
//@ says: assuming that a `_Bool` whose byte was written as something else
#include <assert.h>
union byte { unsigned char c; _Bool b; };
int main(void) {
  union byte u;
  u.c = 2;
  int negated = !u.b;
  assert(negated == 0);
  return 0;
}
