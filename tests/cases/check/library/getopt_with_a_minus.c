// GNU: with a minus in front each other word is the argument of an option 1; that is not modelled.
//@ verdict: unknown
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
int main(void) {
  char *words[] = {"p", "x", "-a", 0};
  assert(getopt(3, words, "-a") == 1);
  return 0;
}
