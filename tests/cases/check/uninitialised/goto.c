// A jump over the initialiser of a declaration.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3)
#ifdef SAFE
    return 0;
#else
    goto end;
#endif
  int x = 7;
end:
  if (x == 7) return 1;
  return 0;
}
