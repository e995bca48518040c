// The functions of the library wrap and convert on purpose.
//@ verdict: proved
//@ args: --checks wrap,conversion
#include <stdlib.h>
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  unsigned char c = (unsigned char)__VERIFIER_nondet_char();
  return isalpha(c) && toupper(c) == 'A';
}
