// As prints_in_a_function_with_pointers.c, but for the count of 0 and least number by -1.
//@ verdict: violated
//@ args: --entry average
#include <stdio.h>
int average(const int *sum, int count) {
  if (!sum) {
    fprintf(stderr, "nothing to average (%d)\n", count);
    return 0;
  }
  printf("average of %d numbers\n", count);
  return *sum / count;
}
