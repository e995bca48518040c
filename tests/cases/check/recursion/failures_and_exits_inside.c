//@ verdict: proved
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART n == 7
#else
#define PART n == 0
#endif
extern void exit(int);
void down(int n) {
  if (n < 0) reach_error();
  if (PART) exit(0);
  down(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  down(n);
  reach_error();
  return 0;
}
