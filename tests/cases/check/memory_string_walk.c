// A pointer walks over a string of any length up to its end.
//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
//@ args: --checks invalid-access
//@ engines: dash
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static int length(const char *s) {
  const char *p = s;
  while (*p != 0) p++;
  return (int)(p - s);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = __builtin_alloca(n * sizeof(char));
  for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_char();
#ifndef SAFE
  s[n - 1] = 1;
#else
  s[n - 1] = 0;
#endif
  return length(s);
}
