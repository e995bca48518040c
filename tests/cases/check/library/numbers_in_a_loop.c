// Numbers that scanf reads in a loop, as many as come.
//@ verdict: proved
//@ engines: dash
//@ with BEYOND: violated
//@ with UNREAD: violated
#include <stdio.h>
#ifdef BEYOND
#define LAST 10
#else
#define LAST 9
#endif
int main(void) {
  int seen[10] = {0};
  int n;
#ifdef UNREAD
  while (scanf("%d", &n) != -1) {
#else
  while (scanf("%d", &n) == 1) {
#endif
    if (n >= 0 && n <= LAST) seen[n] = 1;
  }
  return seen[0];
}
