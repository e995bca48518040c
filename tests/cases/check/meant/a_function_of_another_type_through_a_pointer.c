// A call that C leaves undefined: it is neither proved nor violated.
//@ verdict: unknown
//@ data-model: lp64
extern void reach_error(void);
static int is_five(long x) { return x == 5; }
int main(void) {
  int (*f)(int) = (int (*)(int))is_five;
  if (f(5) != 1) reach_error();
  return 0;
}
