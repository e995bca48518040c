// A volatile structure that is read as a whole may hold anything under --volatile any.
//@ verdict: unknown
//@ args: --volatile any
//@ engines: all
//@ with MEMBER: violated unknown
//@ with ARGUMENT: unknown
//@ with PLAIN: unknown proved
#include <assert.h>
#ifdef MEMBER
struct pair { volatile int a; int b; };
static struct pair source = {1, 2};
#elif defined PLAIN
struct pair { int a; int b; };
static struct pair source = {1, 2};
#else
struct pair { int a; int b; };
static volatile struct pair source = {1, 2};
#endif
static void take(struct pair p) { assert(p.a == 1); }
int main(void) {
#ifdef ARGUMENT
  take(source);
#else
  struct pair copy = source;
  assert(copy.a == 1);
#endif
  return 0;
}
