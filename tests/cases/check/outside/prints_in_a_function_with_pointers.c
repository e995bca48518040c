// A library function that prints: its caller may hold addresses, but not those of the streams.
//@ verdict: proved
//@ args: --entry average
//@ says: no pointer from outside leads to the C library's variables
#include <stdio.h>
int average(const int *sum, int count) {
  if (!sum || count <= 0) {
    fprintf(stderr, "nothing to average (%d)\n", count);
    return 0;
  }
  if (count == 1) puts("only one");
  return *sum / count;
}
