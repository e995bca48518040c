// Asked about something else, a missing value is any value.
//@ verdict: violated
//@ reason: reach-error
//@ args: --property unreach-call.prp
extern void reach_error(void);
static int none(void) {}
int main(void) {
  int n = none();
  if (n == 77) reach_error();
  return 0;
}
