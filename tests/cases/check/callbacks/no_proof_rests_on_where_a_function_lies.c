//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
//@ with SAME: violated unknown
extern void reach_error(void);
#ifdef SAME
#define PART ==
#else
#define PART !=
#endif
int f(void) {
  return 1;
}
int main(void) {
  unsigned long at = (unsigned long)f;
  if (at PART 0x400000) reach_error();
  return 0;
}
