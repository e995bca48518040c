// A stored pointer into the middle of an array.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int *mid; };
int main(void) { int a[9] = {0}; struct s v = {a + 4}; int i = (int)(__VERIFIER_nondet_uint() % 20) - 10;
#ifdef WRONG
  if (i >= -4 && i <= 5) return v.mid[i];
#else
  if (i >= -4 && i <= 4) return v.mid[i];
#endif
  return 0; }
