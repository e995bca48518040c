// The same where the question is that call, and where the program defines the function.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
//@ reason: reach-error
//@ with DEFINED: violated
#ifdef DEFINED
void reach_error(void) {}
#else
extern void reach_error(void);
#endif
static void run(void (*f)(void)) { f(); }
int main(void) {
  run(reach_error);
  return 0;
}
