// It is asctime(localtime(t)).
//@ verdict: violated unknown
//@ with COPIED: proved unknown
//@ args: --checks assertions
#include <assert.h>
#include <time.h>
int main(void) {
  time_t a = 0, b = 1000000000;
  struct tm *date = gmtime(&a);
  struct tm copy = *date;
  ctime(&b);
#ifdef COPIED
  assert(copy.tm_year == 70);
#else
  assert(date->tm_year == 70);
#endif
  return 0;
}
