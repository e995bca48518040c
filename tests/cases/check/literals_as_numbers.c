// A failure that rests on two equal literals being apart says so, also where numbers are compared.
//@ verdict: violated
//@ says: assuming that string literals with the same bytes are objects of their own
#include <assert.h>
#include <stdint.h>
#include <string.h>
int main(void) {
  const char *a = "abc", *b = "abc";
  assert((uintptr_t)a == (uintptr_t)b);
  return 0;
}
