// Parameters are not null, which tests and proofs keep to; what they lead to may hold null.
//@ verdict: proved
//@ args: --entry f --pointers nonnull
//@ says: its parameters are not null
//@ with WRONG: violated
#include <assert.h>
struct node { struct node *next; };
int f(struct node *p) {
  assert(p);
#ifdef WRONG
  assert(p->next);
#endif
  return 0;
}
