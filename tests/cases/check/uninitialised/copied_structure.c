// A structure is copied whole, what is missing in it goes along.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
int main(void) {
  struct pair a, b;
  a.first = 1;
  b = a;
#ifdef SAFE
  if (b.first == 1) return 1;
#else
  if (b.second == 1) return 1;
#endif
  return 0;
}
