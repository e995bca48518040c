// A pointer to a variable of the last turn of a loop is none to that of this turn.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
//@ args: --checks memory
int main(void) {
  int *p = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
#ifdef SAFE
    p = &x;
#endif
    if (i == 1) s += *p;
    p = &x;
  }
  return s;
}
