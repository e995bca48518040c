//@ verdict: violated unknown
//@ with CHILD: proved unknown
//@ with PARENT: proved unknown
#include <assert.h>
#include <unistd.h>
int main(void) {
  int number = getpid();
  int child = fork();
#ifdef CHILD
  assert(child != 0 || getpid() != number);
#elif defined(PARENT)
  assert(child < 1 || (getpid() == number && child != number));
#else
  assert(getpid() == number);
#endif
  return 0;
}
