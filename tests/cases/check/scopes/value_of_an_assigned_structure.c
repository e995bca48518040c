// An array in the value of an assignment, a comma or a statement expression is one of a temporary, says C;
// gcc takes that of the variable.
//@ verdict: unknown
//@ says: a pointer into the value of a structure that compilers may not copy
//@ with COMMA: unknown
//@ with STATEMENT: unknown
//@ with CALL: proved
//@ with ELEMENT: proved
//@ with CHOICE: proved
#include <assert.h>
struct s { int a[2]; };
struct s one = {{1, 2}}, two = {{3, 4}};
static struct s make(void) { return two; }
static int first(int *p) {
  one.a[0] = 7;
  two.a[0] = 7;
  return *p;
}
int main(int argc, char **argv) {
#if defined COMMA
  assert(first((0, two).a) == 3);
#elif defined STATEMENT
  assert(first(({ two; }).a) == 3);
#elif defined CALL
  assert(first((one = make(), make()).a) == 3);
#elif defined ELEMENT
  assert((one = two).a[1] == 4 && ({ two; }).a[argc & 1] >= 3);
  struct { struct s in; } outer, other = {{{5, 6}}};
  assert((outer = other).in.a[1] == 6);
#elif defined CHOICE
  assert(first((argc ? two : one).a) >= 1);
#else
  assert(first((one = two).a) == 3);
#endif
  return 0;
}
