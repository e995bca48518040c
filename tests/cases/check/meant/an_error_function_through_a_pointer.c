// To call an error function is the failure, by name or through a pointer.
//@ verdict: violated
//@ reason: reach-error
//@ with SAFE: proved
extern void reach_error(void);
static void fine(void) {}
#ifdef SAFE
static void (*table[])(void) = {fine, fine, reach_error};
#else
static void (*table[])(void) = {fine, reach_error};
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  table[__VERIFIER_nondet_int() & 1]();
  return 0;
}
