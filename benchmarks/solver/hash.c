/* Looks for words with a given hash. */
// N: 4 8
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 8
#endif

int main(void) {
  unsigned h = 2166136261u, g = 5381;
  for (int i = 0; i < N; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 'a' || c > 'z') return 0;
    h = (h ^ c) * 16777619u;
    g = g * 33 + c;
    if ((h & 0xff) == 0x5a) return 1;
    if (i > 2 && g % 64 == 17) return 2;
  }
  if ((h >> 20) == 0x123) return 3;
  if ((g ^ h) % 1024 == 99) return 4;
  return 0;
}
