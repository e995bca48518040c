// strchr gives a pointer to what may be written.
//@ verdict: proved
//@ says: what is declared const keeps its value (`text`), though pointers lose a const (`strchr`)
#include <assert.h>
#include <string.h>
int main(void) {
  const char text[] = "ab";
  *strchr(text, 'b') = 'c';
  assert(text[1] == 'c');
  return 0;
}
