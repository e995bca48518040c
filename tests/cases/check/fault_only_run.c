// The only execution runs into a fault: that is the answer, whichever engine gives it.
//@ verdict: violated
//@ reason: null-dereference
//@ engines: all
int main(void) {
  int *p = 0;
  *p = 1;
  return 0;
}
