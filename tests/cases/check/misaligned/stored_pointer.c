// A pointer in memory that breaks its alignment.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct view {
  int *at;
  int count;
};
int main(void) {
  int words[2] = {1, 2};
  struct view v;
#ifdef SAFE
  v.at = words;
#else
  v.at = (int *)((char *)words + 1);
#endif
  v.count = 1;
  return *v.at;
}
