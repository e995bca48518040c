// A string builder keeps its length below its capacity.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct sb { unsigned len, cap; char *text; };
static void add(struct sb *b, char c) {
#ifdef WRONG
  if (b->len > b->cap) return;
#else
  if (b->len >= b->cap) return;
#endif
  b->text[b->len++] = c; }
int main(void) { struct sb b; b.len = 0; b.cap = 16; b.text = malloc(16);
  while (__VERIFIER_nondet_uint()) add(&b, 'x');
  free(b.text); return 0; }
