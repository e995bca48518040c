// An index that need not be a multiple of the size.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int words[4] = {0, 0, 0, 0};
  char *bytes = (char *)words;
  unsigned i = __VERIFIER_nondet_int() & 7;
#ifdef SAFE
  i = i / 4 * 4;
#endif
  int n = *(int *)(bytes + i);
  return n;
}
