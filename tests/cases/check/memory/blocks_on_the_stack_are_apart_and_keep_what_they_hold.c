//@ verdict: proved
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART n == 1 && a[0] == 1
#else
#define PART a[n - 1] != 1
#endif
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  int a[n];
  int b[n];
  a[n - 1] = 1;
  b[0] = 2;
  if (PART) reach_error();
  return 0;
}
