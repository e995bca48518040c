// Both could fail: the division is done before the text is read.
//@ verdict: violated
//@ says: division-by-zero at
//@ says-not: out-of-bounds at
//@ args: --first
//@ engines: auto dart
#include <stdio.h>
extern int any(void);
int main(void) {
  char word[3] = {'a', 'b', 'c'};
  int n = any();
  if (n != 0)
    return 0;
  printf("%s %d\n", word, 5 / n);
  return 0;
}
