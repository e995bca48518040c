// Of a text without a precision the end is looked for; arguments are evaluated before.
//@ verdict: violated
//@ says: out-of-bounds
//@ natively: natively the same
//@ with CUT: proved
//@ with CUT_BY_AN_ARGUMENT: proved
//@ with PUT: violated
//@ with NOT_ASKED: proved
#include <stdio.h>
int main(void) {
  char word[3] = {'a', 'b', 'c'};
#if defined CUT
  printf("%.3s\n", word);
#elif defined CUT_BY_AN_ARGUMENT
  printf("%.*s\n", 2, word);
#elif defined PUT
  puts(word);
#elif defined NOT_ASKED
  printf("%c%p\n", word[2], (void *)word);
#else
  printf("%d %s\n", 1, word);
#endif
  return 0;
}
