// Every node that was pushed holds what was stored in it, however long the list is.
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
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->v = 7;
#ifdef MISTAKE
    if (head && __VERIFIER_nondet_int() == 12345) n->v = 8;
#endif
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next) assert(p->v == 7);
  return 0;
}
