// C leaves open what the bytes of a union beside the stored member hold.
//@ verdict: proved
//@ says: assuming that padding, and the bytes of a union
#include <assert.h>
union word { unsigned char c; unsigned i; };
int main(void) {
  union word u;
  u.i = 0x01020304;
  u.c = 9;
  assert(u.i >> 8 == 0x010203);
  return 0;
}
