/* A parser of decimal numbers that refuses those that do not fit. */
//@ verdict: proved
//@ args: --checks arithmetic
#include <assert.h>
#include <limits.h>

extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 11 };

/* The number at the start of a text; -1 if there is none, or none that fits. */
static int parse(const char *text) {
  int value = 0;
  if (*text < '0' || *text > '9') return -1;
  while (*text >= '0' && *text <= '9') {
    int digit = *text - '0';
    if (value > (INT_MAX - digit) / 10) return -1;
    value = value * 10 + digit;
    text++;
  }
  return value;
}

int main(void) {
  char text[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++) text[i] = __VERIFIER_nondet_char();
  text[LENGTH] = 0;
  assert(parse(text) >= -1);
  return 0;
}
