// Nothing leads to a block whose address nobody kept, not even what its allocation has left behind.
//@ verdict: violated
//@ reason: leak
//@ args: --checks +leak
//@ engines: auto dash
#include <stdlib.h>
int main(void) {
  malloc(4);
  abort();
}
