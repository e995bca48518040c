// That a file has one writer is printed where one is opened.
//@ verdict: proved unknown
//@ says: nobody else changes the files that the program uses
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("notes", "w");
  int is_there = file != 0;
  assert(is_there == 0 || is_there == 1);
  return 0;
}
