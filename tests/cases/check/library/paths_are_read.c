// The system reads a path to its end: one without an end leads beyond its object.
//@ verdict: violated
//@ with MADE: violated
//@ with ENDED: proved
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char path[2] = {'/', 'a'};
#if defined MADE
  mkdir(path, 0700);
#elif defined ENDED
  path[1] = 0;
  return access(path, R_OK) != 0;
#else
  return access(path, R_OK) != 0;
#endif
  return 0;
}
