// A walk along a list of any length.
//@ verdict: proved
//@ args: --checks assertions
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART l > 2
#else
#define PART l > 100
#endif
void *malloc(unsigned long);
struct node {
  int v;
  struct node *next;
};
int length(struct node *n) {
  if (!n) return 0;
  int r = length(n->next);
  return r < 100 ? r + 1 : 100;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  int l = length(head);
  if (l < 0 || PART) reach_error();
  return 0;
}
