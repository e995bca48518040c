// Locks three calls deep.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --summaries --no-generalise --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int lock;
void acquire(void) {
  if (lock) reach_error();
  lock = 1;
}
void release(void) {
  if (!lock) reach_error();
  lock = 0;
}
int step(int x) {
  acquire();
  if (x > 5) {
    release();
    return 1;
  }
#ifndef WRONG
  release();
#endif
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), k = 0;
  while (n > 0) {
    n--;
    k = step(n);
    if (k != 0 && k != 1) reach_error();
  }
  return 0;
}
