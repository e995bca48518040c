// A `_Bool` whose byte is neither 0 nor 1 is no value, and compilers differ in what they make of it.
//@ verdict: proved
//@ says: assuming that a byte of memory that is read as a `_Bool` holds 0 or 1
#include <assert.h>
union bits {
  _Bool b;
  unsigned char c;
} u;
int main(void) {
  u.c = 3;
  int t = !u.b;
  assert(t == 0);
  return 0;
}
