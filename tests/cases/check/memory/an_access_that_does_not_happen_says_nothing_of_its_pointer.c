//@ verdict: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &g : 0;
  int y = p ? *p : 1;
  if (!p && y == 1) reach_error();
  return 0;
}
