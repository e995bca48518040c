// A list is reversed in place.
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
  struct node *head = 0, *back = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->v = 5;
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *rest = head->next;
    head->next = back;
#ifdef MISTAKE
    if (!rest) head->v = 6;
#endif
    back = head;
    head = rest;
  }
  for (struct node *p = back; p; p = p->next) assert(p->v == 5);
  return 0;
}
