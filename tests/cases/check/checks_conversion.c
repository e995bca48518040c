// A length that is no char any more; a cast that somebody wrote means what it says.
//@ verdict: violated
//@ reason: conversion
//@ args: --checks conversion
//@ with SAFE: proved
extern int __VERIFIER_nondet_int(void);
static char narrow(int n) {
#ifdef SAFE
  return (char)n;
#else
  return n;
#endif
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char low = (unsigned char)n;
  short wide = low;
  return narrow(n) == wide;
}
