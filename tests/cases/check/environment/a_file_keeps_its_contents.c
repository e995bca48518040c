//@ verdict: proved unknown
//@ args: --timeout 10
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("c", "r");
  if (!f) return 0;
  int a = fgetc(f);
  if (fseek(f, 0, SEEK_SET)) return 0;
  int b = fgetc(f);
  assert(a == b || ferror(f));
  return 0;
}
