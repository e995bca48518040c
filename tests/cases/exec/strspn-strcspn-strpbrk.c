//@ stdout: 3 0 5
//@ stdout: 3 5 0
//@ stdout: ,b;c
//@ stdout: null
// Spans of accepted and rejected characters.
#include <stdio.h>
#include <string.h>

int main(void)
{
    printf("%zu %zu %zu\n", strspn("123abc", "3210"), strspn("abc", ""), strspn("aabba", "ab"));
    printf("%zu %zu %zu\n", strcspn("abc,d", ",;"), strcspn("abcde", ""), strcspn(";x", ",;"));
    puts(strpbrk("a,b;c", ";,"));
    puts(strpbrk("abc", "xyz") ? "found" : "null");
    return 0;
}
