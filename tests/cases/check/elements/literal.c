// The bytes of a string literal are known where the program starts, so that a search that splits may use them.
//@ verdict: proved
//@ engines: auto dash
//@ with LONGER: violated
#include <assert.h>
#ifdef LONGER
#define TEXT "abcd"
#else
#define TEXT "abc"
#endif
int main(void) {
  const char *p = TEXT;
  int i = 0;
  while (p[i])
    i++;
  assert(i == 3);
  return 0;
}
