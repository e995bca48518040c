// Nodes are put anywhere in a list behind its first node.
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
  struct node *head = malloc(sizeof *head);
  head->v = 0;
  head->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *p = head;
    while (p->next && __VERIFIER_nondet_int()) p = p->next;
    struct node *n = malloc(sizeof *n);
    n->v = 9;
    n->next = p->next;
#ifdef MISTAKE
    if (p != head) p->v = 0;
#endif
    p->next = n;
  }
  for (struct node *p = head->next; p; p = p->next) assert(p->v == 9);
  return 0;
}
