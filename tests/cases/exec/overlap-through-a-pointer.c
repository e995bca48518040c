//@ gcc: sanitize
// The function is called through a pointer.
#include <string.h>

int main(void)
{
    void *(*copy)(void *, const void *, size_t) = memcpy;
    int v[4] = { 1, 2, 3, 4 };
    copy(v + 1, v, sizeof(int) * 3); //~ fault: overlap
    return v[0] - 1;
}
