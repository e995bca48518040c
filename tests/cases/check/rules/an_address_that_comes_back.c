// A key is an address: only where a freed block is used again are both objects one.
//@ verdict: violated
//@ says: this failure depends on where objects lie
//@ args: --rule on_off.slic
#include <stdlib.h>
void on(void *p) { (void)p; }
void off(void *p) { (void)p; }
int main(void) {
  char *p = malloc(4);
  on(p);
  free(p);
  char *q = malloc(4);
  on(q);
  return 0;
}
