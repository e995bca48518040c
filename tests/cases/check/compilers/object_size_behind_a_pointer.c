// What an optimising compiler may find out is taken for unknown to it, which is printed.
//@ verdict: proved
//@ says: which compilers answer as they like
//@ with CONSTANT: proved
#include <assert.h>
int main(void) {
#ifdef CONSTANT
  int x = 3;
  assert(!__builtin_constant_p(x));
#else
  char buffer[10];
  char *p = buffer;
  assert(__builtin_object_size(p, 0) == (__SIZE_TYPE__)-1);
#endif
  return 0;
}
