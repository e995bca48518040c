// C leaves the text of %p to the library.
//@ verdict: proved
//@ says: the C library does what glibc does (%p)
#include <assert.h>
#include <stdio.h>
int main(void) {
  char text[32];
  sprintf(text, "%p", (void *)0);
  assert(text[0] == '(');
}
