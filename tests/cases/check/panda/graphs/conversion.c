// A narrow number keeps its sign when it becomes wide.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define LEAST 0xffffff81u
#else
#define LEAST 0x80000000u
#endif
int main(void) {
  signed char c = (signed char)__VERIFIER_nondet_int();
  int shifted = c << 2;
  unsigned wide = (unsigned)c;
  if ((shifted >> 2) != c) reach_error();
  if (c < 0 && wide < LEAST) reach_error();
  _Bool b = c;
  if (b && !c) reach_error();
  return 0;
}
