// A menu that is read with scanf until the end of the input.
//@ verdict: proved
//@ engines: dash
#include <stdio.h>
int main(void) {
  int choice, stack[8], used = 0;
  do {
    printf("1 push, 2 pop, 3 quit\n");
    if (scanf("%d", &choice) != 1) break;
    switch (choice) {
    case 1:
      if (used < 8) stack[used++] = choice;
      break;
    case 2:
      if (used > 0) printf("%d\n", stack[--used]);
      break;
    default:
      puts("?");
    }
  } while (choice != 3);
  return 0;
}
