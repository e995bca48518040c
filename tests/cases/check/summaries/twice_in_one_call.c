// One summary serves two calls in one expression, each with its own argument.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --summaries --no-generalise --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define LEAST 1
#else
#define LEAST 0
#endif
int positive(int x) { return x > 0; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int both = positive(x) + positive(x / 2);
  if (x > 1 && both != 2) reach_error();
  if (x == 1 && both != 1) reach_error();
  if (both < LEAST) reach_error();
  return 0;
}
