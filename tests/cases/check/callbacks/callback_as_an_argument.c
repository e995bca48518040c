//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART y != 3
#else
#define PART y != 4
#endif
int inc(int x) {
  return x + 1;
}
int dec(int x) {
  return x - 1;
}
int apply(int (*f)(int), int x) {
  return f(x);
}
int main(void) {
  int y = apply(__VERIFIER_nondet_int() ? inc : dec, 5);
  if (y != 6 && PART) reach_error();
  return 0;
}
