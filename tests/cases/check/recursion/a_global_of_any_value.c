// What keeps the first values of globals takes no input that the program does not take.
//@ verdict: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int g;
int f(int n) {
  if (n <= 0) return __VERIFIER_nondet_int();
  g = n;
  return f(n - 1);
}
int main(void) {
  int r = f(3);
  if (r == 77 && g == 1) reach_error();
  return 0;
}
