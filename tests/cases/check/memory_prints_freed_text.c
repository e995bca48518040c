// Text that is printed is read, and this block has ended.
//@ verdict: violated
//@ reason: dangling
//@ args: --checks memory
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *text = malloc(4);
  text[0] = 'a';
  text[1] = 0;
  free(text);
  printf("%s\n", text);
}
