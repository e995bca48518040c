// The contents of a buffer that a stream keeps are indeterminate.
//@ verdict: unknown violated
//@ with WITHOUT: proved
//@ engines: auto dash panda
#include <assert.h>
#include <stdio.h>
int main(void) {
  static char buffer[64];
  buffer[0] = 'a';
#ifdef WITHOUT
  setvbuf(stdout, 0, _IOFBF, sizeof buffer);
#else
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
#endif
  printf("xyz\n");
  assert(buffer[0] == 'a');
  return 0;
}
