//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
int main(int n, char **v) {
  if (n > 1) {
    int i = 0;
    while (v[1][i]) i++;
    assert(i != 3);
  }
  return 0;
}
