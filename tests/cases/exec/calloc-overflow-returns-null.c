//@ stdout: null
//@ gcc: none the sanitizer's allocator stops the program instead
// A product that does not fit size_t is a failed allocation.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    volatile size_t n = SIZE_MAX / 2 + 1;
    void *volatile p = calloc(n, 2);
    puts(p ? "block" : "null");
    free(p);
    return 0;
}
