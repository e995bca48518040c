// fscanf of standard input, and of a file.
//@ verdict: violated
//@ with FILE_OF_NUMBERS: violated
//@ with END: proved
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = 0, m = 0;
#ifdef FILE_OF_NUMBERS
  FILE *f = fopen("numbers", "r");
  if (!f) return 1;
  if (fscanf(f, "%d", &n) == 1) assert(n != 5);
  fclose(f);
#elif defined END
  if (fscanf(stdin, "%d %d", &n, &m) == -1) assert(n == 0 && m == 0);
#else
  if (fscanf(stdin, "%d %d", &n, &m) == 1) assert(n != 5);
#endif
  return 0;
}
