// A pointer in memory to the variable of an earlier turn of a loop.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { int *p = 0; int **h = &p; int s = 0;
  for (unsigned i = 0; i < 3; i++) { int x = (int)i;
#ifdef WRONG
    if (i == 2) s += **h;
#endif
    *h = &x; s += **h; }
  return s; }
