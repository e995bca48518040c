// What depends on a function of the system without a model says so.
//@ verdict: violated
//@ says: `open` can do what this test says
#include <assert.h>
#include <fcntl.h>
int main(void) {
  int file = open("name", O_RDONLY);
  assert(file > -2);
  return 0;
}
