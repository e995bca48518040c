//@ stdout: outer main
#include <stdio.h>
static const char *outer(void) { return __func__; }
static int size(void) { return sizeof __func__; }
int main(void) {
    printf("%s %s\n", outer(), __FUNCTION__);
    if (size() != 5 || sizeof __PRETTY_FUNCTION__ != 5) return 1;
    if (__func__[0] != 'm') return 2;
    { const char __func__x = 'q'; if (__func__x != 'q') return 3; }
    return _Generic(&__func__, const char (*)[5]: 0, default: 4);
}
