// The bytes of a pointer to the end of one object are copied. Where another object starts there, the copy
// still is a pointer to that end, and what is before it may be written.
//@ verdict: proved unknown
//@ args: --timeout 8
//@ engines: panda dart
#include <assert.h>
int a[4], b[4];
int main(void) {
  int *end = a + 4;
  int *copy;
  for (unsigned i = 0; i < sizeof end; i++)
    ((char *)&copy)[i] = ((char *)&end)[i];
  if (end == b) {
    copy[-1] = 1;
    assert(a[3] == 1);
  }
  return 0;
}
