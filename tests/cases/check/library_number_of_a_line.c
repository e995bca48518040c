// A number from a line of input: each byte may end the line or the number, and that is all that executions differ in.
//@ args: --checks default
//@ verdict: violated
//@ reason: signed-overflow
//@ with SAFE: proved
//@ engines: auto
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char line[12];
  if (!fgets(line, sizeof line, stdin)) return 0;
  int n = atoi(line);
#ifdef SAFE
  if (n == INT_MAX) return 0;
#endif
  return n + 1 == 7;
}
