// A failure that rests on two equal literals being apart says so, also where the bytes of pointers are compared.
//@ verdict: violated
//@ says: assuming that string literals with the same bytes are objects of their own
#include <assert.h>
#include <stdint.h>
#include <string.h>
int main(void) {
  const char *a = "abc", *b = "abc";
  assert(memcmp(&a, &b, sizeof a) == 0);
  return 0;
}
