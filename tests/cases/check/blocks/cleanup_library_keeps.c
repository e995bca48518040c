// What the library keeps for itself is not the program's to free.
//@ verdict: unknown proved
//@ args: --checks +cleanup
#include <stdio.h>
int main(void) {
  FILE *f = fopen("name", "r");
  return f == 0;
}
