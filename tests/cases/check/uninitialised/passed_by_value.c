// A structure that is passed by value takes along what it lacks.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
static int pick(struct pair p) {
#ifdef SAFE
  return p.first;
#else
  return p.second;
#endif
}
int main(void) {
  struct pair p;
  p.first = 4;
  if (pick(p) == 4) return 1;
  return 0;
}
