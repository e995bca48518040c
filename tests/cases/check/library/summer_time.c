// What mktime makes of a date of summer time depends on the zone.
//@ verdict: unknown
//@ with TOLD: proved unknown
#include <assert.h>
#include <time.h>
int main(void) {
  struct tm date = {0};
  date.tm_year = 100;
  date.tm_mday = 1;
#ifndef TOLD
  date.tm_isdst = 1;
#endif
  assert(mktime(&date) == 946684800);
  return 0;
}
