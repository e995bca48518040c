// A size that cannot be rounded up to pages.
//@ verdict: proved unknown
#include <assert.h>
#include <stddef.h>
extern void *pvalloc(size_t);
int main(void) {
  assert(!pvalloc((size_t)-1));
  return 0;
}
