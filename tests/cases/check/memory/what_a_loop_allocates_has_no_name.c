// The objects that one allocation gives in the turns of a loop are different ones, with one name
// for none of them.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long);
int main(void) {
  struct s {
    int a;
  };
  struct s *p = malloc(sizeof *p), *q = p;
  p->a = 1;
  while (__VERIFIER_nondet_int()) {
    q = p;
    p = malloc(sizeof *p);
    p->a = 2;
  }
  if (q->a == 1 && p->a == 2) reach_error();
  return 0;
}
