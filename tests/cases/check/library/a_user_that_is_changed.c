//@ verdict: violated unknown
//@ with EFFECTIVE: proved unknown
//@ with REAL: proved unknown
#include <assert.h>
#include <unistd.h>
int main(void) {
  unsigned user = getuid();
#ifdef EFFECTIVE
  assert(setuid(user + 1) || geteuid() == user + 1);
#elif defined(REAL)
  assert(seteuid(user + 1) || getuid() == user);
#else
  assert(setuid(user + 1) || getuid() == user);
#endif
  return 0;
}
