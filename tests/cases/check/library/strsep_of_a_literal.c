// The last token ends where its string does: nothing is written there.
//@ verdict: proved unknown
//@ with WRITTEN: violated
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
#ifdef WRITTEN
  char *rest = "a,b";
#else
  char *rest = "ab";
#endif
  char *first = strsep(&rest, ",");
  assert(first && !rest);
  return 0;
}
