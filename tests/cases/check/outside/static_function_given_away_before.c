// `give` may have been called before `f`, so the pointer may lead to `mark`, though nothing below `f` takes its
// address. (It fails for 0x0123456789abcdef, which no test finds.)
//@ verdict: violated unknown
//@ args: --checks assertions --entry f
//@ data-model: lp64
extern void reach_error(void);
typedef unsigned long long u64;
static int marked;
static void mark(int *p, u64 h) {
  for (int i = 0; i < 12; i++)
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ull + (h * h >> 7);
  if (h == 0xec02423cc67f368cull) marked = 1;
}
void (*give(void))(int *, u64) { return mark; }
int f(void (*call)(int *, u64), u64 v, int n) {
  static int x;
  if (!call) return 0;
  marked = 0;
  call(&x, v);
  if (marked) reach_error();
  return n;
}
