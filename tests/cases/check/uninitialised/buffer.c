// A text whose end was never written.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) {
  char text[4];
  text[0] = 'a';
#ifdef SAFE
  text[1] = 0;
#endif
  if (strlen(text) == 1) return 1;
  return 0;
}
