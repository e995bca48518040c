// What a declaration says of a function holds where it is called.
//@ verdict: proved
//@ says: (`returns_nonnull` of `f`)
int *f(int *s) __attribute__((__returns_nonnull__));
__attribute__((noinline)) int *f(int *s) { return s; }
int main(void) {
  int *p = f(0);
  if (!p) return 0;
  return *p;
}
