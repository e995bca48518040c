// With a property other faults end executions: the proof stands, and says that it is vacuous.
//@ verdict: proved
//@ says: vacuous
//@ reason: no call of reach_error can be reached
//@ engines: dash synergy cegar lee-yannakakis panda auto
//@ args: --property unreach-call.prp
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  *p = 1;
  if (__VERIFIER_nondet_int()) reach_error();
  return 0;
}
