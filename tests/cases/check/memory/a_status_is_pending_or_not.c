// A status with any value matters by one comparison.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long);
int main(void) {
  struct irp {
    int status;
    int marked;
  };
  struct irp *p = malloc(sizeof *p);
  p->marked = 0;
  p->status = __VERIFIER_nondet_int();
  if (p->status == 259) {
#ifndef WRONG
    p->marked = 1;
#endif
  }
  while (__VERIFIER_nondet_int()) {
    p->status = p->status == 259 ? 259 : 7;
  }
  if (p->status == 259 && p->marked != 1) reach_error();
  return 0;
}
