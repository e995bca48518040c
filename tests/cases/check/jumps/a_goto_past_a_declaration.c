// A local lives from the start of its block: what it held in an earlier life is gone, also where
// a jump passes its declaration.
//@ verdict: violated
//@ reason: reach-error
//@ args: --checks assertions
extern void reach_error(void);
static int f(int k) {
  int r = 0;
  if (k) goto in;
  {
    int x;
    x = 7;
    r = 1;
    in: if (k) r = x;
  }
  return r;
}
int main(void) {
  int r = 0;
  for (int i = 0; i < 2; i++) r = f(i);
  if (r != 7) reach_error();
  return 0;
}
