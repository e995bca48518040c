//@ verdict: proved
#include <assert.h>
extern int getchar(void);
extern int rand(void);
int main(void) {
  int c = getchar();
  assert(c >= -1 && c <= 255 && rand() >= 0);
  return 0;
}
