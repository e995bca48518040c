// An old-style definition takes a `double` for its `float`; the declaration here passes a `float`.
//@ verdict: unknown
//@ says: call of `wide` with an argument of another type than it takes
//@ data-model: lp64
extern void reach_error(void);
extern int wide(float) __asm__("narrow");
int narrow(x) float x; { return x == 1.5f; }
int main(void) {
  if (!wide(1.5f)) reach_error();
  return 0;
}
