//@ verdict: violated
//@ reason: out-of-bounds
//@ data-model: lp64
#include <assert.h>
int main(int n, char **v) {
  if (n > 1 && !v[1][0]) return v[1][1];
  return 0;
}
