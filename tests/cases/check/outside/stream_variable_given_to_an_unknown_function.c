// Where the program itself hands out the address of stdout, another stream may be put there, or none.
//@ verdict: violated unknown
#include <stdio.h>
extern void redirect(FILE **);
int main(void) {
  redirect(&stdout);
  fputs("done\n", stdout);
  return 0;
}
