//@ stdout: 0 3 3 5
// The empty string, an embedded zero, and a tail.
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *s = "abc\0def";
    char long_tail[] = "0123456789";
    printf("%zu %zu %zu %zu\n", strlen(""), strlen(s), strlen(s + 4), strlen(long_tail + 5));
    return 0;
}
