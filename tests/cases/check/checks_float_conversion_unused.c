// A conversion whose result nobody wants is evaluated all the same.
//@ verdict: violated
//@ reason: float-conversion
int main(void) {
  double d = 1e30;
  (int)d;
  return 0;
}
