// The other file may call `set`.
//@ verdict: proved
//@ says: call nothing back
#include <assert.h>
static int g;
void set(void) { g = 1; }
extern void other(void);
int main(void) {
  other();
  assert(g == 0);
  return 0;
}
