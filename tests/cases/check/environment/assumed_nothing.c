//@ verdict: proved
//@ says-not: assuming
//@ data-model: lp64
#include <assert.h>
int main(void) {
  return 0;
}
