// A callee fails, or ends the program.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --summaries --no-generalise --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);
int armed;
#ifdef WRONG
#define SAFE 1
#else
#define SAFE 0
#endif
void guard(int x) {
  if (x < 0) exit(1);
  if (x == 0 && armed) reach_error();
}
void disarm(void) { armed = 0; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  armed = 1;
  if (x == SAFE) disarm();
  guard(x);
  if (x < 0) reach_error();
  return 0;
}
