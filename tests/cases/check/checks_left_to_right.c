// The call changes i after the address was computed: operands are evaluated from left to right.
//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks arithmetic
int a[4];
static int i;
static int next(void) {
  i = 2;
  return 1;
}
int main(void) {
  i = 2147483647;
  a[(i + 1) & 3] = next();
  return a[2];
}
