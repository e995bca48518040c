//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int state;
void start(void) {
  state = 1;
}
void stop(void) {
#ifdef WRONG
  if (__VERIFIER_nondet_int()) state = 0;
#else
  state = 0;
#endif
}
struct operations {
  void (*go)(void);
  void (*halt)(void);
};
struct operations table = { start, stop };
int main(void) {
  struct operations *o = &table;
  while (__VERIFIER_nondet_int()) {
    o->go();
    if (state != 1) reach_error();
    o->halt();
  }
  if (state != 0) reach_error();
  return 0;
}
