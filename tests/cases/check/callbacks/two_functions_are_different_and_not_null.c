//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART p() == 2
#else
#define PART p() == 1
#endif
int f(void) {
  return 1;
}
int g(void) {
  return 2;
}
int main(void) {
  int (*p)(void) = __VERIFIER_nondet_int() ? f : g;
  if (p == 0 || (p == f && p == g) || (p != f && PART)) reach_error();
  return 0;
}
