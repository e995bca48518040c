// fgets keeps where it put the zero, so that whoever reads the text stops there.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: auto
//@ data-model: lp64
//@ with SHORT: violated
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[64];
#ifdef SHORT
  int size = sizeof line + 1;
#else
  int size = sizeof line;
#endif
  while (fgets(line, size, stdin)) {
    size_t length = strlen(line);
    if (length && line[length - 1] == '\n')
      line[length - 1] = 0;
    printf("%s\n", line);
  }
  return 0;
}
