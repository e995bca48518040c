// POSIX numbers the arguments of a format; that is not modelled.
//@ verdict: unknown
//@ with SCANNED: unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
#ifdef SCANNED
  int a = 0;
  assert(sscanf("7", "%1$d", &a) == 1 && a == 7);
#else
  char text[8];
  snprintf(text, sizeof text, "%2$d%1$d", 1, 2);
  assert(text[0] == '2' && text[1] == '1');
#endif
  return 0;
}
