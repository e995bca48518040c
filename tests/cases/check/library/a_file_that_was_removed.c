// It can be opened again once it has been made again, and is empty then.
//@ verdict: proved unknown
//@ with MADE: violated
//@ with EMPTY: proved unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
  if (remove("a")) return 0;
#if defined(MADE) || defined(EMPTY)
  FILE *f = fopen("a", "a+");
#else
  FILE *f = fopen("a", "r");
#endif
#ifdef EMPTY
  assert(!f || fgetc(f) == EOF);
#else
  assert(!f);
#endif
  return 0;
}
