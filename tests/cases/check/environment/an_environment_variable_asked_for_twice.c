// A variable holds what it held before, unless the program has changed one.
//@ verdict: proved
//@ says: the C library does what glibc does (getenv)
//@ with OTHER: violated
//@ with SET: violated
//@ with REMOVED: violated
//@ with LIST: unknown violated
//@ with CLEARED: unknown violated
//@ args: --timeout 40
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#ifdef LIST
extern char **environ;
#endif
int main(void) {
  char *a = getenv("X");
#ifdef SET
  setenv("X", "1", 1);
#endif
#ifdef REMOVED
  unsetenv("X");
#endif
#ifdef LIST
  static char *none[1];
  environ = none;
#endif
#ifdef CLEARED
  clearenv();
#endif
#ifdef OTHER
  char *b = getenv("Y");
#else
  char *b = getenv("X");
#endif
  assert((a == 0) == (b == 0));
  return 0;
}
