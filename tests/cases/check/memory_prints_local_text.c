// Text that is printed is read up to its end.
//@ verdict: proved
//@ args: --checks memory
#include <stdio.h>
static void print_line(const char *line) {
  if (line != NULL) printf("%s\n", line);
}
int main(void) {
  char text[6] = "hello";
  print_line(text);
  print_line("literal");
  printf("%d\n", text[0]);
}
