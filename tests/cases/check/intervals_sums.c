// What a loop adds numbers of one byte to is never above 255 times its counter.
//@ args: --checks default
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int total = 0, odd = 0;
  for (int i = 0; i < 1000; i++) {
    int byte = __VERIFIER_nondet_uchar();
#ifdef WRONG
    byte = byte * 10000;
#endif
    total += byte;
    if (byte & 1) odd += byte;
  }
  return total - odd;
}
