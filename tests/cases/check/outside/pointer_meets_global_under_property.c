// The same where a property names the failure.
//@ verdict: violated
//@ args: --entry f --property ../unreach-call.prp
extern void reach_error(void);
int g;
int f(int *p) {
  if (!p) return 0;
  g = 1;
  *p = 2;
  if (g != 1) reach_error();
  return 0;
}
