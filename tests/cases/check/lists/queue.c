// A queue with two ends.
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
  struct node *head = 0, *tail = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->v = 3;
    n->next = 0;
    if (tail) tail->next = n; else head = n;
    tail = n;
#ifdef MISTAKE
    if (head != tail) head->v = 4;
#endif
  }
  for (struct node *p = head; p; p = p->next) assert(p->v == 3);
  return 0;
}
