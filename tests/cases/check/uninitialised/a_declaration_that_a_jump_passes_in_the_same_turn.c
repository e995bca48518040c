// A jump inside a block leaves alone what the locals of the block hold.
//@ verdict: proved
//@ with AGAIN: violated
int main(void) {
  int n = 0;
  for (int i = 0; i < 2; i++) {
  back:
    if (n > 0) goto skip;
    int x;
    x = 5;
  skip:
#ifndef AGAIN
    if (i > 0) x = 7;
#endif
    n++;
    if (n == 1) goto back;
    if (x < 5) return 1;
  }
  return 0;
}
