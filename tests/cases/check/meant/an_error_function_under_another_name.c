// The linker's name counts.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
//@ reason: reach-error
extern void oops(void) __asm__("reach_error");
int main(void) {
  oops();
  return 0;
}
