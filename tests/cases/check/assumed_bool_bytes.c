// A `_Bool` whose byte is neither 0 nor 1 is no value of its type: of `!b` gcc makes 3.
//@ verdict: proved
//@ says: assuming that a byte of memory that is read as a `_Bool` holds 0 or 1
#include <assert.h>
union byte { unsigned char c; _Bool b; };
int main(void) {
  union byte u;
  u.c = 2;
  int negated = !u.b;
  assert(negated == 0);
  return 0;
}
