// Two fields of every node are in order.
//@ verdict: proved
//@ with MISTAKE: violated
//@ args: --checks assertions
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int v;
  struct node *next;
};
struct buffer {
  int length;
  int capacity;
  struct buffer *next;
};
int main(void) {
  struct buffer *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct buffer *n = malloc(sizeof *n);
    int length = __VERIFIER_nondet_int(), capacity = __VERIFIER_nondet_int();
#ifdef MISTAKE
    if (length < 0 || length > capacity + 1) {
#else
    if (length < 0 || length > capacity) {
#endif
      length = 0;
      capacity = 0;
    }
    n->length = length;
    n->capacity = capacity;
    n->next = head;
    head = n;
  }
  for (struct buffer *p = head; p; p = p->next) assert(0 <= p->length && p->length <= p->capacity);
  return 0;
}
