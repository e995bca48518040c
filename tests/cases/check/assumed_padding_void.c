// The bytes are seen by a function that gets them as void *.
//@ verdict: proved unknown
//@ says: assuming that padding, and the bytes of a union
#include <assert.h>
#include <string.h>
struct pair { char c; int i; };
static int second(void *p) {
  char *bytes = p;
  return bytes[1];
}
int main(void) {
  struct pair s;
  memset(&s, 0, sizeof s);
  s.c = 1;
  assert(second(&s) == 0);
  return 0;
}
