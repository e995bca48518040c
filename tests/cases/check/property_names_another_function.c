// An error function that the program defines and the property does not name may return.
//@ verdict: unknown violated
//@ with WITHOUT_BODY: proved
//@ args: --property unreach-call.prp
//@ engines: auto dash panda
extern void __VERIFIER_error(void);
extern void reach_error(void);
#ifndef WITHOUT_BODY
void __VERIFIER_error(void) {}
#endif
int main(void) {
  __VERIFIER_error();
  reach_error();
  return 0;
}
