// Which of two objects lies first is nobody's to ask.
//@ verdict: violated
//@ args: --checks +pointer
//@ reason: pointer
//@ with SAME: proved
int a[4], b[4];
int main(void) {
  int *p = a, *q = b;
#ifdef SAME
  q = a + 2;
#endif
  return p < q;
}
