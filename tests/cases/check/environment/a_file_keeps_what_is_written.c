//@ verdict: proved unknown
//@ args: --timeout 10
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  if (!f || fputc('a', f) != 'a') return 0;
  if (fseek(f, 0, SEEK_SET)) return 0;
  int c = fgetc(f);
  assert(c == 'a' || c == EOF);
  return 0;
}
