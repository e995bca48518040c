// Where the program itself takes the address of a stream's variable, the variable is in memory and may be changed.
//@ verdict: violated
//@ natively: fails
#include <assert.h>
#include <stdio.h>
static void set(FILE **to) { *to = stderr; }
int main(void) {
  FILE *before = stdout;
  set(&stdout);
  assert(stdout == before);
  return 0;
}
