// Reading standard input to its end is proved whatever comes.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: auto dash
#include <stdio.h>
static int count;
static int seen[16];
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
#ifdef WRONG
    if (count <= 16) seen[count++] = c;
#else
    if (count < 16) seen[count++] = c;
#endif
  }
  return 0;
}
