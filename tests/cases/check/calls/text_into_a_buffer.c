// The shipped snprintf writes to memory, and to no slot of the program.
//@ verdict: proved
//@ args: --engine dash --property ../unreach-call.prp
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int snprintf(char *, unsigned long, const char *, ...);
static int lock;
int main(void) {
  char text[10];
  lock = 1;
  snprintf(text, 10, "%d/%s", __VERIFIER_nondet_int(), "x");
  if (lock != 1) reach_error();
  return 0;
}
