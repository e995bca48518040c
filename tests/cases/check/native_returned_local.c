//@ verdict: violated
//@ reason: dangling
//@ natively: natively the same | cannot be seen natively
static int *f(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = f();
  return *p;
}
