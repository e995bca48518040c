// A local begins a new life with its block, also where a jump passes its declaration.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ engines: auto dash
int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if (i > 0) goto skip;
    int x;
    x = 4;
  skip:
#ifdef SAFE
    x = i;
#endif
    if (x > 3) n++;
  }
  return n;
}
