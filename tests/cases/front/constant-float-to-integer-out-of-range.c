//@ stdout: 2147483647 -2147483648 4294967295 0 255 0 127 0
#include <stdio.h>
void f(void) __attribute__((aligned(64)));
void f(void) {}
int main(void) {
    printf("%d %d %u %u %d %d %d %d\n", (int)3e9, (int)-3e9f, (unsigned)5e9, (unsigned)-41.0,
           (unsigned char)289.0f, (unsigned char)-1.5, (signed char)1e30, (int)__builtin_nan(""));
    return __alignof__(f) != 64;
}
