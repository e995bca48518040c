// What the C library keeps to itself is not modelled where two threads use it.
//@ verdict: unknown proved
//@ args: --property ../unreach-call.prp --timeout 5
#include "threads.h"
extern char *strtok(char *, const char *);
char one[8] = "a b", two[8] = "c d";
void *cut(void *unused) { strtok(one, " "); strtok(0, " "); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, cut, 0);
  strtok(two, " ");
  char *rest = strtok(0, " ");
  if (rest && *rest != 'd') reach_error();
  return 0;
}
