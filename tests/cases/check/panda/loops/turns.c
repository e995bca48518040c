// Two turns make none.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions --match
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int state = 1;
void turn(void) { state = state == 1 ? 2 : 1; }
int main(void) {
  while (__VERIFIER_nondet_int()) {
    turn();
#ifdef WRONG
    if (__VERIFIER_nondet_int() != 5)
#endif
      turn();
  }
  if (state != 1) reach_error();
  return 0;
}
