// An unknown function that has a stream does not look inside: the stream stays one.
//@ verdict: proved
//@ says: leave the state inside the C library alone
//@ with OPENED: proved unknown
#include <stdio.h>
extern void use(FILE *);
int main(void) {
#ifdef OPENED
  FILE *f = fopen("x", "r");
  if (!f) return 1;
  use(f);
  int c = getc(f);
  fclose(f);
  return c == 'a';
#else
  use(stdout);
  printf("done\n");
  return 0;
#endif
}
