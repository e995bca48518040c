// The size of an object, also behind sums, of which compilers may know less.
//@ verdict: proved
//@ says: which compilers answer as they like
//@ with WRONG: violated
#include <assert.h>
struct record { int a; char b[8]; int c; };
static struct record r;
int main(void) {
  char buffer[10];
  assert(__builtin_object_size(buffer, 0) == 10);
  assert(__builtin_object_size(buffer + 3, 0) == 7);
  assert(__builtin_object_size(&buffer[4], 1) == 6);
  assert(__builtin_object_size(buffer, 2) == 10);
  assert(__builtin_object_size(r.b, 0) == 12);
  assert(__builtin_object_size(r.b, 1) == 8);
  assert(__builtin_object_size(&r.b[3], 1) == 5);
  assert(__builtin_object_size(&r.a, 1) == 4);
  assert(__builtin_object_size("abc", 0) == 4);
#ifdef WRONG
  assert(__builtin_object_size(buffer, 0) == (__SIZE_TYPE__)-1);
#endif
  return 0;
}
