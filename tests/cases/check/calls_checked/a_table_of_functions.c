// Each call through a table that the program fills leads to one of its functions.
//@ verdict: proved
//@ with WRONG: violated
//@ data-model: lp64 ilp32
extern int __VERIFIER_nondet_int(void);
struct operations {
  int (*open)(int);
  int (*close)(int);
  void (*log)(const char *);
};
static int open_it(int a) { return a & 1; }
static int close_it(int a) { return a > 3; }
static const struct operations operations = {.open = open_it, .close = close_it};
static int (*table[3])(int) = {open_it, close_it, open_it};
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
#ifndef WRONG
  if (operations.log)
#endif
    operations.log("x");
  return table[k](k) + operations.open(k) + operations.close(k);
}
