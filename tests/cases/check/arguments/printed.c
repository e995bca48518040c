// What a call prints is read to its end first, in a proof by a loop of its own: arguments are texts.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: dash
//@ with BEHIND: violated
#include <stdio.h>
#ifdef BEHIND
#define LAST (argc + 1)
#else
#define LAST argc
#endif
int main(int argc, char **argv) {
  for (int i = 1; i < LAST; i++)
    printf("%s ", argv[i]);
  return 0;
}
