// A failure that rests on two equal literals being apart says so, also where they are put in order.
//@ verdict: violated
//@ says: assuming that string literals with the same bytes are objects of their own
#include <assert.h>
#include <stdint.h>
#include <string.h>
int main(void) {
  const char *a = "abc", *b = "abc";
  assert(!(a < b) && !(b < a));
  return 0;
}
