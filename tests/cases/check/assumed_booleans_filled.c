// So where a structure is filled with other bytes.
//@ verdict: proved
//@ says: assuming that a byte of memory that is read as a `_Bool` holds 0 or 1
#include <assert.h>
#include <string.h>
struct state { _Bool ok; int n; };
int main(void) {
  struct state s;
  memset(&s, 0xff, sizeof s);
  int t = !s.ok;
  assert(t == 0);
  return 0;
}
