// No string was ever given: C leaves it undefined, and glibc reads null.
//@ verdict: violated
//@ with AGAIN: violated
//@ with GIVEN: proved unknown
#define _GNU_SOURCE
#include <string.h>
int main(void) {
#ifdef GIVEN
  char text[] = "a";
  return !strtok(text, ",") || strtok(0, ",");
#elif defined(AGAIN)
  char *rest = 0;
  return strtok_r(0, ",", &rest) != 0;
#else
  return strtok(0, ",") != 0;
#endif
}
