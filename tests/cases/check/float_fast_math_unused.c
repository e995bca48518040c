// -ffast-math says nothing about a program without floating operations.
//@ verdict: proved
//@ args: --property unreach-call.prp -ffast-math
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
double unused = 0.5;
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 3 && x < 10 && x * x < 9) reach_error();
  return 0;
}
