// A number in a buffer of characters, behind its first byte.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int words[2] = {0, 0};
  char *bytes = (char *)words;
#ifdef SAFE
  int *p = (int *)(bytes + 4);
#else
  int *p = (int *)(bytes + 2);
#endif
  *p = 3;
  return 0;
}
