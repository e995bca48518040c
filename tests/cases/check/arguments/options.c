// Options are compared with texts, and what is none of them is refused.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: auto
//@ data-model: lp64
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  int verbose = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0) {
      verbose = 1;
    } else if (argv[i][0] == '-') {
      fprintf(stderr, "an option that is not known\n");
      return 2;
    }
  }
  return verbose > 0;
}
