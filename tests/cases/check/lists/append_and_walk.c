// Nodes are put at the end: the last one is not finished while the list is built, and neither is the new one.
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
  struct node *p = head;
  while (__VERIFIER_nondet_int()) {
    p->v = 1;
    struct node *t = malloc(sizeof *t);
    p->next = t;
    p = t;
  }
#ifdef MISTAKE
  p->v = 2;
#else
  p->v = 1;
#endif
  p->next = 0;
  for (p = head; p; p = p->next) assert(p->v == 1);
  return 0;
}
