// A list of up to three nodes is built and freed.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdlib.h>
#ifdef WRONG
#define MOST 5
#else
#define MOST 6
#endif
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  int i, n = 0, s = 0;
  for (i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_int() > 0) {
      struct node *new = malloc(sizeof *new);
      new->value = i;
      new->next = list;
      list = new;
      n++;
    }
  }
  while (list) {
    struct node *gone = list;
    s += list->value + 1;
    list = list->next;
    free(gone);
    n--;
  }
  if (n != 0 || s > MOST) reach_error();
  return 0;
}
