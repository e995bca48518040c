// Contexts and processes that share memory are no functions that return any value and change nothing.
//@ verdict: unknown
//@ args: --property ../unreach-call.prp
//@ data-model: lp64
//@ with SHARED: unknown
#include <ucontext.h>
#include <unistd.h>
extern void reach_error(void);
static ucontext_t context;
static int n;
int main(void) {
#ifdef SHARED
  if (vfork() == 0) {
    n = 1;
    _exit(0);
  }
  if (n)
    reach_error();
#else
  getcontext(&context);
  n++;
  if (n < 3) {
    setcontext(&context);
    return 0;
  }
  reach_error();
#endif
  return 0;
}
