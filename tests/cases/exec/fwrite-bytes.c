//@ stdout: hello
//@ stdout: 3 0 2
// fwrite counts members, not bytes.
#include <stdio.h>

int main(void)
{
    size_t a = fwrite("hel", 1, 3, stdout);
    size_t b = fwrite("xxx", 1, 0, stdout);
    char tail[2][1] = { { 'l' }, { 'o' } };
    size_t c = fwrite(tail, sizeof tail[0], 2, stdout);
    fwrite("\n", 1, 1, stdout);
    printf("%zu %zu %zu\n", a, b, c);
    return 0;
}
