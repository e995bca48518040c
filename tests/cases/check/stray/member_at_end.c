// One element at the end of a structure stands for as many as there is room for.
//@ verdict: proved
//@ args: --checks +member
//@ with NOT_LAST: violated
#include <stdlib.h>
struct s {
  int count;
  int items[1];
#ifdef NOT_LAST
  int more;
#endif
};
int main(void) {
  struct s *s = malloc(sizeof *s + 4 * sizeof(int));
  s->items[3] = 1;
  free(s);
  return 0;
}
