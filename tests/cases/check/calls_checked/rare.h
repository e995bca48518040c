/* True of 280222 and of few other numbers. */
extern unsigned __VERIFIER_nondet_uint(void);
static int is_rare(unsigned x) {
  unsigned long long h = x * 0x9E3779B97F4A7C15ull + 12345;
  h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ull;
  h = (h ^ (h >> 32)) * 0x94D049BB133111EBull;
  h = h % 1000003;
  return h % 1009 == 17 && h % 97 == 5;
}
