// The program asks for the signal itself, and its handler runs at some time.
//@ verdict: unknown
//@ with LATER: unknown
//@ with ENDS: proved unknown
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int number) { assert(number != SIGALRM); }
int main(void) {
#ifdef LATER
  alarm(1);
  signal(SIGALRM, handler);
#elif defined(ENDS)
  alarm(1);
#else
  signal(SIGALRM, handler);
  alarm(1);
#endif
  for (;;)
    ;
}
