// The text of sscanf is a string, also where a part of it would do.
//@ verdict: violated unknown
//@ with ENDS: proved unknown
#include <stdio.h>
int main(void) {
#ifdef ENDS
  char text[4] = {'1', ' ', '2'};
#else
  char text[3] = {'1', ' ', '2'};
#endif
  int x;
  return sscanf(text, "%1d", &x);
}
