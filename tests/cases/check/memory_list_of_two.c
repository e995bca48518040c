// A list of two blocks.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct n { int x; struct n *next; };
int main(void) { struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->x = 1; a->next = b; b->x = 2; b->next = 0;
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i == 3) free(b);
  int s = a->next->x;
  if (i != 3) free(a->next);
#else
  int s = a->next->x;
  free(a->next);
#endif
  free(a); return s; }
