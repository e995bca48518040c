// The least and the greatest times have no date: null, and no overflow inside the library.
//@ verdict: proved
//@ with WRONG: violated
#include <assert.h>
#include <limits.h>
#include <time.h>
int main(void) {
  time_t least = LONG_MIN, greatest = LONG_MAX;
  struct tm *t = gmtime(&least);
#ifdef WRONG
  assert(sizeof(long) == 8 ? t != 0 : t == 0);
#else
  assert(sizeof(long) == 8 ? t == 0 : t->tm_sec == 52);
#endif
  t = gmtime(&greatest);
  assert(sizeof(long) == 8 ? t == 0 : t->tm_sec == 7);
  return 0;
}
