// A wide text ends at a character that is zero, not at a byte.
//@ verdict: proved
//@ with WRONG: violated
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t text[3] = {L'a', L'b', L'c'};
#ifndef WRONG
  text[2] = 0;
#endif
  wprintf(L"%ls\n", text);
  return 0;
}
