// A text whose characters are input has an end if one of them surely is zero.
//@ verdict: proved
//@ with WRONG: violated
#include <stdio.h>
int main(void) {
  char text[4];
  for (int i = 0; i < 4; i++) text[i] = (char)getchar();
#ifndef WRONG
  text[3] = 0;
#endif
  printf("%s\n", text);
  return 0;
}
