#define HDR <limits.h>
#include HDR
#define QUOTE(x) <x.h>
#include QUOTE(stddef)
int main(void) {
    size_t n = offsetof(struct { char c; int i; }, i);
    return CHAR_BIT == 8 && n == 4 ? 0 : 1;
}
