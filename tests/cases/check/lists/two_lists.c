// Two lists of nodes of one type hold different values.
//@ verdict: proved
//@ with MISTAKE: violated
//@ args: --checks assertions
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int v;
  struct node *next;
};
int main(void) {
  struct node *a = 0, *b = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->v = 1;
      n->next = a;
      a = n;
    } else {
      struct node *n = malloc(sizeof *n);
      n->v = 2;
#ifdef MISTAKE
      n->next = a;
#else
      n->next = b;
#endif
      b = n;
    }
  }
  for (struct node *p = a; p; p = p->next) assert(p->v == 1);
  for (struct node *p = b; p; p = p->next) assert(p->v == 2);
  return 0;
}
