// A copy through pointers brings bytes without a value to a global.
//@ verdict: proved unknown
//@ with WRONG: violated
//@ engines: auto dash
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static struct pair kept;
static void put(struct pair *to, const struct pair *from) { *to = *from; }
static int get(const struct pair *p) { return p->b; }
int main(void) {
  struct pair own;
  own.a = 1;
#ifdef WRONG
  if (__VERIFIER_nondet_int() != 7)
#endif
    own.b = 2;
  put(&kept, &own);
  return get(&kept) > 1;
}
