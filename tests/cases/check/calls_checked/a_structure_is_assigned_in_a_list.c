// Items are copied through pointers: two nodes are the same or lie apart.
//@ verdict: proved
//@ with INSIDE: violated
#include <stdlib.h>
struct item { int key, value, other; };
struct node { struct node *next; struct item item; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = 0;
  b->item = (struct item){1, 2, 3};
#ifdef INSIDE
  struct item *behind = (struct item *)&a->item.value;
  a->item = b->item;
  *behind = a->item;
#else
  a->item = a->next->item;
  a->item = *&a->item;
#endif
  int sum = a->item.key + b->item.value;
  free(b);
  free(a);
  return sum == 3 ? 0 : 1;
}
