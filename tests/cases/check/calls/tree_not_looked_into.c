// A tree of calls of depth 30 in which nothing is asked about: nobody looks into it.
//@ verdict: proved
//@ args: --engine dash --no-generalise --checks assertions
extern void reach_error(void);
struct device { int state, count; } a;
static int lock;
void f0(struct device *p) { p->count = p->count + 1; }
#define CALLS(n, m) void f##n(struct device *p) { f##m(p); f##m(p); }
CALLS(1, 0) CALLS(2, 1) CALLS(3, 2) CALLS(4, 3) CALLS(5, 4) CALLS(6, 5)
CALLS(7, 6) CALLS(8, 7) CALLS(9, 8) CALLS(10, 9) CALLS(11, 10) CALLS(12, 11)
CALLS(13, 12) CALLS(14, 13) CALLS(15, 14) CALLS(16, 15) CALLS(17, 16) CALLS(18, 17)
CALLS(19, 18) CALLS(20, 19) CALLS(21, 20) CALLS(22, 21) CALLS(23, 22) CALLS(24, 23)
CALLS(25, 24) CALLS(26, 25) CALLS(27, 26) CALLS(28, 27) CALLS(29, 28) CALLS(30, 29)
int main(void) {
  lock = 1;
  f30(&a);
  if (lock != 1) reach_error();
  return 0;
}
