// Functions that take no null pointer take none with no bytes to access either: compilers conclude that it is none.
//@ verdict: violated
//@ reason: bad-argument
//@ natively: natively the same
//@ says: a null pointer is given to
//@ with MOVE: violated
//@ with FILL: violated
//@ with COMPARE: violated
//@ with FIND: violated
//@ with COPY_TEXT: violated
//@ with LENGTH: violated
//@ with SORT: violated
//@ with SEARCH: violated
//@ with WRITE: violated
//@ with READ: violated
//@ with WIDE: violated
//@ with GUARDED: proved
//@ with NO_BYTES: proved
//@ with ALLOWED: proved
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int order(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(void) {
  char b[8] = "abc", c[8];
  unsigned n = __VERIFIER_nondet_uint() % 8;
  char *p = n ? b : 0;
#ifdef MOVE
  memmove(c, p, n);
#elif defined FILL
  memset(p, 0, n);
#elif defined COMPARE
  return memcmp(c, p, 0) > 0;
#elif defined FIND
  return memchr(p, 'x', n) == b;
#elif defined COPY_TEXT
  strncpy(c, p, n);
#elif defined LENGTH
  return strnlen(p, n) > 8;
#elif defined SORT
  qsort(p, 0, 1, order);
#elif defined SEARCH
  return bsearch(b, p, 0, 1, order) == b;
#elif defined WRITE
  fwrite(p, 1, 0, stdout);
#elif defined READ
  return fread(p, 1, 0, stdin) > 0;
#elif defined WIDE
  wchar_t w[2];
  wmemcpy(w, (wchar_t *)p, 0);
#elif defined GUARDED
  if (p) memcpy(c, p, n);
#elif defined NO_BYTES
  memcpy(c, b, n);
  memmove(b + n, b, 8 - n);
  memset(c, 0, n);
#elif defined ALLOWED
  free(0);
  n = snprintf(0, 0, "%u", n);
  fflush(0);
#else
  memcpy(c, p, n);
#endif
  return 0;
}
