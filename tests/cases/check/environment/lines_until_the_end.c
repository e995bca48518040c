// Lines of standard input fit their buffer.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory,-uninitialised
#include <stdio.h>
static int count;
static char first[8];
int main(void) {
  char line[32];
#ifdef WRONG
  while (fgets(line, sizeof line + 1, stdin)) {
#else
  while (fgets(line, sizeof line, stdin)) {
#endif
    if (count < 8) first[count++] = line[0];
  }
  return 0;
}
