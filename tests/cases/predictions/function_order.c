//@ check: violated
#include <assert.h>
#include <stdint.h>

void f(void) {}
void g(void) {}

int main(void)
{
    assert((uintptr_t)f < (uintptr_t)g);
}
