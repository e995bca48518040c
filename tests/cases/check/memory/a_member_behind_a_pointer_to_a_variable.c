// What a pointer leads to is the variable's if it points into the variable.
//@ verdict: proved
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART b.set > 0
#else
#define PART b.set > 1
#endif
int main(void) {
  static struct {
    void *net;
    int set;
  } b;
  int *p = &b.set;
  int s = 0;
  while (__VERIFIER_nondet_int()) {
    b.net = &s;
    *p = __VERIFIER_nondet_int() == 0;
  }
  if (PART) reach_error();
  return 0;
}
