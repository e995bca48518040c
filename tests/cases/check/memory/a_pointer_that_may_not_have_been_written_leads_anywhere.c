// A pointer that was written on some ways only may lead anywhere on the others: that it leads to
// one object where it was written proves nothing.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long);
int main(void) {
  struct s {
    int a;
    struct s *t;
  };
  struct s *p = malloc(sizeof *p);
  struct s *q = malloc(sizeof *q);
  p->a = 1;
  if (__VERIFIER_nondet_int()) q->t = p;
  q->t->a = 2;
  if (p->a != 2) reach_error();
  return 0;
}
