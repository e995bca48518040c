//@ verdict: proved unknown
//@ says: the locale is the one named C
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <locale.h>
int main(void) {
  setlocale(0, "");
  return 0;
}
