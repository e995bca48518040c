// A test that runs into a fault inside a printing call is one.
//@ verdict: violated
//@ reason: out-of-bounds
#include <stdio.h>
int main(void) {
  char name[3] = {'a', 'b', 'c'};
  char *p = name;
  printf("%s\n", p);
  return 0;
}
