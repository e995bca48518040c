// C lets padding take any value when a member is stored: that it stays is printed.
//@ verdict: proved
//@ says: assuming that padding, and the bytes of a union beside the member that is stored, keep their values
#include <assert.h>
#include <string.h>
struct pair { char c; int i; };
int main(void) {
  struct pair s;
  memset(&s, 0, sizeof s);
  s.c = 1;
  s.i = 2;
  assert(((char *)&s)[1] == 0);
  return 0;
}
