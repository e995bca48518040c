// An element behind those that a loop of constant length has filled.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5];
#ifdef SAFE
  for (int i = 0; i < 5; i++) a[i] = i;
#else
  for (int i = 0; i < 4; i++) a[i] = i;
#endif
  if (a[4] == 4) return 1;
  return 0;
}
