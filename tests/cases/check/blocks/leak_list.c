// A list of three: the tail is lost with its head.
//@ verdict: violated
//@ args: --checks +leak
//@ reason: leak
//@ with FREED: proved
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
#ifdef FREED
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
#else
  free(head);
#endif
  return 0;
}
