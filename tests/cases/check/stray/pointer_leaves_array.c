// A pointer may stand at the end of its array, not behind it.
//@ verdict: proved
//@ args: --checks +pointer
//@ with WRONG: violated
int a[10];
int main(void) {
#ifdef WRONG
  int *end = a + 11;
#else
  int *end = a + 10;
#endif
  int sum = 0;
  for (int i = 0; i < 10; i++) sum |= a[i];
  return end == a && sum;
}
