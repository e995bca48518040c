// A conversion that writes does change something.
//@ verdict: violated
#include <stdio.h>
#include <assert.h>
int main(void) {
  int count = 0;
  const char *name = "four";
  printf("%s%n\n", name, &count);
  assert(count == 0);
  return 0;
}
