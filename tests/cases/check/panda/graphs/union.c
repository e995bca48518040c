// A byte of a number is another member of its union.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
union cell { unsigned number; unsigned char bytes[4]; };
int main(void) {
  union cell c;
  c.number = 0;
  c.bytes[1] = __VERIFIER_nondet_uchar();
#ifdef WRONG
  if (c.number >= 0xff00 || (c.number & 0xff) != 0) reach_error();
#else
  if (c.number > 0xff00 || (c.number & 0xff) != 0) reach_error();
#endif
  return 0;
}
