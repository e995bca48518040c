// What is inside a FILE is the library's; as a whole it may be copied.
//@ verdict: unknown
//@ args: --timeout 5
//@ with COPIED: proved
//@ with OWN: proved
#ifdef OWN
struct _IO_FILE {
  int flags;
};
static struct _IO_FILE mine;
int main(void) { return mine.flags; }
#else
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
#ifdef COPIED
  FILE copy;
  memcpy(&copy, stdout, sizeof copy);
  return 0;
#else
  assert(stdout->_flags == 0);
  return 0;
#endif
}
#endif
