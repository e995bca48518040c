// A printing call reads its arguments and changes nothing: strings, floats and widths included.
//@ verdict: proved
//@ args: --checks arithmetic
#include <stdio.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int twice;
static void print_line(const char *line) {
  if (line != NULL) printf("%s\n", line);
}
static void print_wide_line(const wchar_t *line) {
  if (line != NULL) wprintf(L"%ls\n", line);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  twice = 2 * n;
  const char *name = n > 3 ? "large" : "small";
  print_line(name);
  print_wide_line(L"wide");
  printf("%-10s|%5.2f|%*d|%p|%02x\n", name, 0.5, 4, n, (void *)name, 7u);
  fputs(name, stdout);
  puts(name);
  if (twice != 2 * n) return 1 / (twice - 2 * n);
  return 0;
}
