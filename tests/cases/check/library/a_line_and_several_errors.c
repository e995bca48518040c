// An error in the middle of a line gives null, also where there was one before; glibc gives the
// line so far where input would have had to wait.
//@ verdict: violated unknown
//@ with WAITING: violated unknown
//@ with OTHER: proved unknown
//@ args: --checks assertions
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  char line[3] = "";
#if defined(WAITING) || defined(OTHER)
  char *read = fgets(line, sizeof line, stdin);
#ifdef OTHER
  assert(!read || !ferror(stdin) || errno == EAGAIN);
#else
  assert(!read || !ferror(stdin));
#endif
#else
  if (getchar() != EOF || feof(stdin)) return 0;
  if (fgets(line, sizeof line, stdin) || feof(stdin)) return 0;
  assert(errno == EAGAIN || !line[0]);
#endif
  return 0;
}
