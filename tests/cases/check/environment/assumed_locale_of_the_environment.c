// The environment may name a locale that is not there.
//@ verdict: proved
//@ says: the locale is the one named C, also where the environment names one, and setting it succeeds
#include <locale.h>
int main(void) {
  char *name = setlocale(LC_ALL, "");
  return name[0];
}
