// The table of <ctype.h> lies behind two pointers.
//@ verdict: proved
//@ says-not: class_table
#include <ctype.h>
#include <stdio.h>
int main(void) {
  int c;
  unsigned blanks = 0;
  while ((c = getchar()) != EOF)
    if (isspace(c)) blanks++;
  return blanks > 3;
}
