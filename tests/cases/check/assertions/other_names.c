//@ verdict: proved
//@ with WRONG: violated
// The words of CBMC, ESBMC and KLEE.
extern int nondet_int(void);
extern void __CPROVER_assume(_Bool), __CPROVER_assert(_Bool, const char *);
extern void __ESBMC_assume(_Bool), __ESBMC_assert(_Bool, const char *);
extern void klee_assume(unsigned long);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 0);
  __ESBMC_assume(x < 100);
  klee_assume(x & 1);
#ifdef WRONG
  __ESBMC_assert(x != 99, "99 is odd");
#endif
  __CPROVER_assert(x % 2 == 1 && x < 100, "odd");
  return 0;
}
