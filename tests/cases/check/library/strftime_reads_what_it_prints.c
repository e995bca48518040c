// Only the members that a format asks for need values; flags of GNU are not modelled.
//@ verdict: proved unknown
//@ with FLAG: unknown
#include <assert.h>
#include <time.h>
int main(void) {
  struct tm date;
  char text[20];
  date.tm_year = 100;
  date.tm_mday = 1;
#ifdef FLAG
  strftime(text, sizeof text, "%-d", &date);
  assert(text[0] == '1');
#else
  assert(strftime(text, sizeof text, "%Y", &date) == 4);
#endif
  return 0;
}
