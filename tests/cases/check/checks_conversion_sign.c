// A negative number is compared with an unsigned one.
//@ verdict: violated
//@ reason: conversion
//@ args: --checks conversion
//@ with SAFE: proved
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned n = 10;
#ifdef SAFE
  if (i < 0) return 0;
#endif
  return i < n;
}
