//@ check: violated
#include <assert.h>

int main(void)
{
    const char *a = "xy", *b = "zw";
    assert(a < b);
}
