//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  fclose(stdout);
  printf("abc");
  if (errno != 0) reach_error();
  return 0;
}
