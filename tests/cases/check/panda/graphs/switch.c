// Every arm of a switch is followed.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define SEVENTY 71
#else
#define SEVENTY 70
#endif
int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  switch (x) {
  case 1: y = 10; break;
  case 2: y = 20; break;
  case 7: y = SEVENTY; break;
  case -4: y = -40; break;
  case 100: y = 1000; break;
  default: y = 0;
  }
  if (y != 0 && y != 10 * x) reach_error();
  return 0;
}
