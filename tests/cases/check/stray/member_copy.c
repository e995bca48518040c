// The size of the structure where that of its member was meant.
//@ verdict: violated
//@ args: --checks +member
//@ reason: member
//@ with RIGHT: proved
#include <string.h>
struct s { char first[16]; void *second; void *third; };
int main(void) {
  struct s s;
  s.second = 0;
#ifdef RIGHT
  memcpy(s.first, "0123456789abcdef0123456789abcde", sizeof s.first);
#else
  memcpy(s.first, "0123456789abcdef0123456789abcde", sizeof s);
#endif
  return s.second != 0;
}
