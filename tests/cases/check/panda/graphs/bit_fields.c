// A structure with bit-fields is returned and copied.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct pair { unsigned low : 3; unsigned high : 5; int whole; };
#ifdef WRONG
#define FACTOR 4
#else
#define FACTOR 8
#endif
struct pair make(unsigned n) {
  struct pair p;
  p.low = n;
  p.high = n >> 3;
  p.whole = n;
  return p;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  struct pair p = make(n), q = p;
  if (q.low + FACTOR * q.high != n || q.whole != (int)n) reach_error();
  return 0;
}
