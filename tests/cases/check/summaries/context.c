// What a call gives depends on where it stands.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --summaries --no-generalise --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int half(int x) { return x / 2; }
#ifdef WRONG
#define MOST 8
#else
#define MOST 9
#endif
int main(void) {
  int x = __VERIFIER_nondet_int(), a = half(100), b = 0;
  if (x > 10 && x < 20) b = half(x);
  if (a != 50) reach_error();
  if (b > MOST) reach_error();
  return 0;
}
