// A callee reads what its caller wrote.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --summaries --no-generalise --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a; int b; };
int sum(struct pair *p) { return p->a + p->b; }
int main(void) {
  struct pair p, *q = &p;
  int x = __VERIFIER_nondet_int();
  p.a = x;
  p.b = 1;
#ifdef WRONG
  q->b = 2;
#else
  q->a = 2;
#endif
  if (sum(&p) != 3) reach_error();
  return 0;
}
