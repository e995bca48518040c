// What is named directly every compiler knows the size of.
//@ verdict: proved
//@ says-not: which compilers answer as they like
#include <assert.h>
struct record { int a; char b[8]; int c; };
static struct record r;
int main(void) {
  char buffer[10];
  assert(__builtin_object_size(buffer, 0) == 10);
  assert(__builtin_object_size(r.b, 0) == 12);
  assert(__builtin_object_size(r.b, 1) == 8);
  assert(__builtin_constant_p(7));
  return 0;
}
