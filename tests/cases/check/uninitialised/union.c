// A member of a union that is wider than the one that was stored.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
union word {
  int number;
  char byte;
};
int main(void) {
  union word w;
#ifdef SAFE
  w.number = 0;
#endif
  w.byte = 3;
  if (w.number == 3) return 1;
  return 0;
}
