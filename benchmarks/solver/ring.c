/* A ring buffer whose indices depend on inputs. */
// N: 8 20
extern unsigned __VERIFIER_nondet_uint(void);

#ifndef N
#define N 20
#endif

int main(void) {
  unsigned buffer[8] = {0}, head = 0, tail = 0, seen = 0;
  for (int i = 0; i < N; i++) {
    unsigned w = __VERIFIER_nondet_uint();
    if (w % 3) {
      if (head - tail == 8) return 1;
      buffer[head++ & 7] = w / 3;
    } else if (head != tail) {
      seen = seen * 31 + buffer[tail++ & 7];
      if (seen % 256 == 77) return 2;
      if (seen / 1000 == 123456) return 3;
    }
  }
  return 0;
}
