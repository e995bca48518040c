// Nobody writes the bytes of a `_Bool` as something else: nothing is assumed of them.
//@ verdict: proved
//@ says-not: read as a `_Bool`
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct flags { _Bool on; int count; };
int main(void) {
  struct flags *f = malloc(sizeof *f), other;
  memset(f, 0, sizeof *f);
  f->on = 5;
  other = *f;
  memcpy(f, &other, sizeof other);
  char *name = malloc(3);
  strcpy(name, "ab");
  assert(f->on == 1 && name[1] == 'b');
  free(name);
  free(f);
  return 0;
}
