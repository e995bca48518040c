// A loop frees the nodes of a list; no pointer to a node that was freed is used.
//@ verdict: proved
//@ with MISTAKE: violated
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
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *rest = head->next;
    free(head);
#ifdef MISTAKE
    rest = head->next;
#endif
    head = rest;
  }
  return 0;
}
