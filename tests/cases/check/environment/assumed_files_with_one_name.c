// Another program may make the file again, and a name may lead to a folder that the program makes itself.
//@ verdict: proved unknown
//@ args: --timeout 20 --checks assertions
//@ says: nobody else changes the files that the program uses; they are plain files with one name each
//@ with MADE: proved unknown
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(void) {
  if (remove("d")) return 0;
#ifdef MADE
  if (mkdir("d", 0777)) return 0;
#endif
  if (remove("d") == 0) abort();
  return 0;
}
