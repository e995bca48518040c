// Whatever a FILE is read as, its bytes are the library's.
//@ verdict: unknown
//@ args: --timeout 5
//@ with NUMBER: unknown
//@ with BYTES: unknown
#include <assert.h>
#include <stdio.h>
#include <string.h>
struct mine {
  int flags;
  char *r;
};
int main(void) {
#ifdef NUMBER
  int flags = *(int *)stdout;
  assert(flags == 0);
#elif defined(BYTES)
  char b[8];
  memcpy(b, stderr, 8);
  assert(b[0] == 0);
#else
  struct mine *m = (struct mine *)stdin;
  assert(m->r != 0 || m->flags != 0);
#endif
  return 0;
}
