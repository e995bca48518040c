// Nodes are taken out of a list.
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
    n->v = __VERIFIER_nondet_int() ? 1 : 2;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    while (p->next && p->next->v == 2) {
      p->next = p->next->next;
#ifdef MISTAKE
      p->v = 3;
#endif
    }
  for (struct node *p = head; p; p = p->next) assert(p->v == 1 || p->v == 2);
  return 0;
}
