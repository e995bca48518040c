// The address of a local changes from turn to turn; what led to it does not lead to the new one.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ engines: dash
//@ with WRONG: violated unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int *g = 0;
  int turns = 0;
  while (__VERIFIER_nondet_int()) {
    int x = 5;
#ifdef WRONG
    if (turns == 0) g = &x;
#else
    g = &x;
#endif
    if (turns > 0) {
      *g = 6;
      if (x != 6) reach_error();
    }
    turns = 1;
  }
  return 0;
}
