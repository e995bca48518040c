// Two structures of one size, of which one travels in floating registers.
//@ verdict: unknown
//@ says: with an argument of another type than it takes
//@ with RESULT: unknown
//@ with SAFE: proved
//@ data-model: lp64
extern void reach_error(void);
struct floats { float x, y; };
struct words { int x, y; };
struct other { unsigned x, y; };
#ifdef RESULT
extern struct floats as_floats(void) __asm__("words");
struct words words(void) {
  struct words w = {0x3f800000, 0};
  return w;
}
int main(void) {
  if (as_floats().x != 1.0f) reach_error();
  return 0;
}
#elif defined SAFE
extern int with_other(struct other) __asm__("sum");
int sum(struct words w) { return w.x == 1 && w.y == 2; }
int main(void) {
  struct other o = {1, 2};
  if (!with_other(o)) reach_error();
  return 0;
}
#else
extern int with_floats(struct floats) __asm__("first");
int first(struct words w) { return w.x == 0x3f800000; }
int main(void) {
  struct floats f = {1.0f, 2.0f};
  if (!with_floats(f)) reach_error();
  return 0;
}
#endif
