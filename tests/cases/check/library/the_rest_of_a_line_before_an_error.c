// glibc gives what it has read when an error comes; POSIX lets it be lost.
//@ verdict: violated unknown
//@ args: --checks assertions
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void) {
  char *line = 0;
  size_t room = 0;
  assert(getline(&line, &room, stdin) < 1 || !ferror(stdin));
  return 0;
}
