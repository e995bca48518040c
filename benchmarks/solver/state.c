/* A protocol: a state and a counter over a long row of messages. */
// N: 10 20 40 300
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 300
#endif

int main(void) {
  unsigned state = 1, credit = 100, check = 0;
  for (int i = 0; i < N; i++) {
    unsigned char m = __VERIFIER_nondet_uchar();
    credit += m & 15;
    check = (check << 1 | check >> 31) + m;
    if (credit > 400 + (check & 7)) credit -= 250;
    state = (state * 17 + (m >> 4)) & 1023;
    if (i % 50 == 49 && state == 512) return 1;
    if (credit < 60) return 2;
  }
  if ((check & 0xff) == 0xa5 && credit == 233) return 3;
  return 0;
}
