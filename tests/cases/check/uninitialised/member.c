// A member of a structure that nobody has assigned.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
int main(void) {
  struct pair p;
  p.first = __VERIFIER_nondet_int();
#ifdef SAFE
  p.second = 3;
#endif
  return p.first > p.second;
}
