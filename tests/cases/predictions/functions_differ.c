//@ check: proved
#include <assert.h>

void f(void) {}
void g(void) {}

int main(void)
{
    assert(f != g);
}
