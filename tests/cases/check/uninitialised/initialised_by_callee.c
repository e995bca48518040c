// A callee fills a structure member by member.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct point {
  int x, y;
};
static void set(struct point *p, int x) {
  p->x = x;
#ifdef SAFE
  p->y = 1;
#endif
}
static int sum(const struct point *p) { return p->x > p->y; }
int main(void) {
  struct point p;
  set(&p, __VERIFIER_nondet_int() & 7);
  if (sum(&p)) return 1;
  return 0;
}
