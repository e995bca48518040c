// Where faults are not asked about, no proof stands beside a test that calls a function of another type: a machine goes on behind it.
//@ verdict: unknown
//@ engines: auto dash synergy cegar
//@ args: --property ../unreach-call.prp
//@ reason: bad-call at
//@ with MORE_ARGUMENTS: unknown
//@ with REAL: unknown
//@ data-model: lp64
extern void reach_error(void);
static int state;
#ifdef MORE_ARGUMENTS
static void set(int x, int y) { state = 2; }
#elif defined REAL
static void set(double x) { state = 2; }
#else
static void set(long x) { state = 2; }
#endif
int main(void) {
  void (*f)(int) = (void (*)(int))(void *)set;
  f(1);
  if (state == 2) reach_error();
  return 0;
}
