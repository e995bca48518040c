//@ verdict: proved
//@ args: --entry f
//@ with WRONG: violated
extern void reach_error(void);
#ifdef WRONG
#define PART n < 11
#else
#define PART n < 5
#endif
int f(int n) {
  if (n < 0) return 0;
  if (n > 9) {
    if (PART) reach_error();
    return 1;
  }
  return f(n + 1);
}
