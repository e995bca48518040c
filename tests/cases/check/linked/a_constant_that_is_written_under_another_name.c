// Whoever declares it otherwise, what is defined as constant may not be written.
//@ verdict: violated
//@ reason: read-only
//@ with SAFE: proved
const int fixed = 1;
extern int same __attribute__((alias("fixed")));
int main(void) {
#ifdef SAFE
  return same - fixed;
#else
  same = 2;
  return 0;
#endif
}
