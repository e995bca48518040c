// Constant objects may be read.
//@ verdict: violated
//@ reason: read-only
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[4] = "abc";
  char *s = b;
#ifndef SAFE
  if (__VERIFIER_nondet_int() == 7) s = "xyz";
#endif
  s[1] = 'x';
  return "abc"[2];
}
