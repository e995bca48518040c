// So is one that packs structures.
//@ verdict: unknown
//@ says: the flag `-fpack-struct=1`
//@ args: --cflag -fpack-struct=1
#include <assert.h>
struct { char c; int i; } s;
int main(void) {
  assert(sizeof s == 8);
  return 0;
}
