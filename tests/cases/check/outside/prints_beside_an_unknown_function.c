// What an unknown function does leaves the streams of the C library alone, and so printing changes nothing.
//@ verdict: proved
//@ says: no pointer from outside leads to the C library's variables
#include <stdio.h>
extern int measured(void);
int main(void) {
  int table[4] = {1, 2, 3, 4};
  int i = measured();
  printf("measured %d\n", i);
  if (i < 0 || i > 3) {
    fprintf(stderr, "%d is out of range\n", i);
    return 1;
  }
  printf("%d\n", table[i]);
  return 0;
}
