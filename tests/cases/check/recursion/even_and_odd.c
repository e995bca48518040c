//@ verdict: proved
//@ with WRONG: violated
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifdef WRONG
#define PART a % 4 == 0
#else
#define PART a % 2 == 0
#endif
int odd(unsigned n);
int even(unsigned n) {
  if (n == 0) return 1;
  return odd(n - 1);
}
int odd(unsigned n) {
  if (n == 0) return 0;
  return even(n - 1);
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  if (even(a) != (PART)) reach_error();
  return 0;
}
