// What is written behind one pointer does not change what stands behind another, unless the two
// can be the same.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long);
int main(void) {
  struct s {
    int a;
    struct s *t;
  };
  struct s *p = malloc(sizeof *p);
  p->t = malloc(sizeof *p);
  p->a = 1;
#ifdef WRONG
  if (__VERIFIER_nondet_int()) p->t = p;
#endif
  while (__VERIFIER_nondet_int()) {
    p->t->a = 2;
    if (p->a != 1) reach_error();
  }
  return 0;
}
