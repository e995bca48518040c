//@ verdict: violated
#include <assert.h>
extern int getchar(void);
int main(int n, char **v) {
  if (n == 2 && v[1][0] == 'k') assert(getchar() != 'x');
  return 0;
}
