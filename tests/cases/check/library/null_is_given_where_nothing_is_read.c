// Compilers take for granted that these are not null, whether or not there is something to read.
//@ verdict: violated
//@ with SORT: violated
//@ with SEARCH: violated
//@ with SEPARATORS: violated
//@ with NAME: violated
//@ with GUARDED: proved
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int order(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(int argc, char **argv) {
  char text[4] = "a,b", *rest = 0;
  struct tm date = {0}, *given = argc > 1 ? &date : 0;
#if defined SORT
  qsort(text, 1, 1, given ? order : 0);
#elif defined SEARCH
  bsearch(given, text, 0, 1, order);
#elif defined SEPARATORS
  strsep(&rest, given ? "," : 0);
#elif defined NAME
  unsetenv(given ? "NAME" : 0);
#elif defined GUARDED
  qsort(text, 1, 1, order);
#else
  strftime(text, sizeof text, "a", given);
#endif
  return 0;
}
