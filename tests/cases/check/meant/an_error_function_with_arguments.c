// Whatever an error function is given, to call it is the failure.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
//@ reason: reach-error
extern void reach_error();
int main(void) {
  reach_error(1);
  return 0;
}
