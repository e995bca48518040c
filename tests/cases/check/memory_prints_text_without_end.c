// Text without a terminator is read beyond its object.
//@ verdict: violated
//@ reason: out-of-bounds
//@ args: --checks memory
#include <stdio.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%s\n", text);
}
