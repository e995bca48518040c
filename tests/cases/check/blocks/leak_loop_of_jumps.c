// A loop that longjmp makes goes on for ever, and the block is lost before it.
//@ verdict: unknown violated
//@ args: --checks assertions,+leak
//@ engines: dash
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf again;
int main(void) {
  char *lost = malloc(1);
  lost = 0;
  setjmp(again);
  longjmp(again, 1);
}
