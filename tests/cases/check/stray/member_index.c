// An index past an array inside a structure stays inside the structure.
//@ verdict: proved
//@ args: --checks +member
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
struct s { int first[4]; int second[4]; };
static struct s s;
int main(void) {
  int i = __VERIFIER_nondet_int();
#ifdef WRONG
  if (i < 0 || i > 7) return 0;
#else
  if (i < 0 || i > 3) return 0;
#endif
  s.first[i] = 1;
  return s.second[0];
}
