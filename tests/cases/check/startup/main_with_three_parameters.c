// A count and two lists of texts are what main is given.
//@ verdict: proved
#include <assert.h>
int main(int argc, const char *const argv[], void *environment) {
  assert(argc >= 0);
  return environment == 0;
}
