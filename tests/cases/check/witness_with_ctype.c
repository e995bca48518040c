// Conditional expressions in constants are no branches of an execution: enumerators of <ctype.h>,
// lengths, widths, labels, initializers.
//@ verdict: violated
//@ args: --witness /dev/null
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
enum size { SIZE = sizeof(long) == 8 ? 8 : 4 };
struct bits { unsigned some : SIZE > 4 ? 3 : 2; };
static int table[SIZE > 4 ? 4 : 5] = {[SIZE > 4 ? 1 : 2] = SIZE > 4 ? 7 : 9};
_Static_assert(SIZE > 3 ? 1 : 0, "");
int main(void) {
  static int once = SIZE > 4 ? 1 : 2;
  char line[SIZE > 4 ? 2 : 3] = {0};
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 127) return 0;
  switch (c > 64 ? 1 : 0) {
  case SIZE > 4 ? 1 : 1: line[0] = 1; break;
  default: break;
  }
  struct bits b = {1};
  if (isdigit(c)) assert(c != '5' + once - once + table[0] + line[1] + (int)b.some - 1);
  return 0;
}
