//@ verdict: proved
//@ reason: posix/file is kept; memory and arithmetic faults not checked
//@ args: --rule posix/file
#include <stdio.h>
int main(void) {
  FILE *f = fopen("a", "r");
  if (!f) return 1;
  fclose(f);
  return 0;
}
