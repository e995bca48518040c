// A local lives from the start of its block: what it held in an earlier life is gone, also where
// a jump passes its declaration.
//@ verdict: violated
//@ reason: reach-error
//@ args: --checks assertions
extern void reach_error(void);
static void f(int k) {
  switch (k) {
    int x;
    case 0: x = 5;
    break;
    case 1: if (x != 5) reach_error();
  }
}
int main(void) {
  for (int i = 0; i < 2; i++) f(i);
  return 0;
}
