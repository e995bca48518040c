// Counting on in a char ends at its greatest value.
//@ verdict: violated
//@ reason: conversion
//@ args: --checks conversion
//@ with SAFE: proved
extern char __VERIFIER_nondet_char(void);
int main(void) {
  signed char c = (signed char)__VERIFIER_nondet_char();
#ifdef SAFE
  if (c < -60 || c > 60) return 0;
#endif
  c++;
  c += c;
  return c == 4;
}
