// What another file says of the length of an array makes it no longer than its tentative definition.
//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
extern int promised[10] __asm__("table");
int defined[5] __asm__("table");
int main(void) {
#ifdef SAFE
  promised[4] = 1;
#else
  promised[7] = 1;
#endif
  return defined[0];
}
