// The same with the default checks: every access is one of a node that lives and was written.
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
#ifdef MISTAKE
    if (__VERIFIER_nondet_int() != 12345)
#endif
    n->v = 7;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next) assert(p->v == 7);
  return 0;
}
