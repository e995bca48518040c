// Nothing says what stands in the upper half of the register.
//@ verdict: unknown
//@ data-model: lp64
//@ with SAFE: proved
extern void reach_error(void);
extern long wide(int) __asm__("narrow");
int narrow(int x) { return x; }
int main(void) {
#ifdef SAFE
  if (wide(1) != 1) reach_error();
#else
  if (wide(-1) != -1) reach_error();
#endif
  return 0;
}
