//@ verdict: unknown
//@ args: --property ../unreach-call.prp
//@ engines: dash
#include <setjmp.h>
static jmp_buf env;
int main(void) {
  longjmp(env, 1);
}
