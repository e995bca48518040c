// What one stream has in its buffer the others do not see.
//@ verdict: unknown
//@ with READ: proved unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
#ifdef READ
  FILE *f = fopen("a", "r");
#else
  FILE *f = fopen("a", "w");
  if (f && fputc('x', f) < 0) return 0;
#endif
  if (!f) return 0;
  FILE *g = fopen("a", "r");
  if (!g) return 0;
  int c = fgetc(g);
#ifndef READ
  assert(c == 'x' || ferror(g));
#endif
  return 0;
}
