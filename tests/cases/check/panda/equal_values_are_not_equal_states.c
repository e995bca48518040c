// A state is more than the values at hand: both executions are followed to their ends.
//@ verdict: violated
//@ engines: panda
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int y = 0;
  if (__VERIFIER_nondet_int()) y = 1;
  if (y == 1) reach_error();
  return 0;
}
