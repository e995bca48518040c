// That getopt moves words that are no options is printed where it is called.
//@ verdict: proved unknown
//@ says: POSIXLY_CORRECT is not set
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int before = argc;
  getopt(argc, argv, "a");
  assert(argc == before);
  return 0;
}
