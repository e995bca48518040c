// A global pointer that one function sets and another reads.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
static int a[4]; static int *g; static int **where = &g;
static void set(unsigned i) { if (i < 4) *where = &a[i]; }
int main(void) { unsigned i = __VERIFIER_nondet_uint(); set(i);
#ifdef WRONG
  return g[0];
#else
  return g ? g[0] : 0;
#endif
  }
