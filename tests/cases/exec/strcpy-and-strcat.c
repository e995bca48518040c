//@ stdout: hello
//@ stdout: hello, world
//@ stdout: 12
//@ stdout: hello, world!
// Copies return their destination, so calls nest.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[20];
    puts(strcpy(b, "hello"));
    puts(strcat(strcat(b, ", "), "world"));
    printf("%zu\n", strlen(b));
    strcat(b, "");
    strcpy(b + strlen(b), "!");
    puts(b);
    return 0;
}
