// A text that is printed lies in the text that is written.
//@ verdict: violated
//@ reason: overlap
//@ natively: natively the same | cannot be seen natively
//@ with BEHIND: violated
//@ with BEFORE: violated
//@ with FORMAT: violated
//@ with BOUNDED: violated
//@ with EARLIER: violated
//@ with SAFE: proved
//@ with CUT: proved
#include <stdio.h>
int main(void) {
  char b[32] = "hello", c[32];
#ifdef BEHIND
  sprintf(b + 2, "%s", b);
#elif defined BEFORE
  sprintf(b, "%s", b + 1);
#elif defined FORMAT
  b[0] = '%';
  b[1] = 'd';
  sprintf(b, b, 3);
#elif defined BOUNDED
  snprintf(b, sizeof b, "<%s>", b);
#elif defined EARLIER
  sprintf(b, "abcd%s", b + 1);
#elif defined SAFE
  sprintf(b + 6, "%s and %d", b, 1);
  sprintf(c, "%s%s", b, b);
#elif defined CUT
  snprintf(b + 3, 3, "%.2s", b);
#else
  sprintf(b, "%sx", b);
#endif
  return b[0] == 0;
}
