//@ stdout: a-
//@ stdout: ab-
//@ stdout: abc-
//@ stdout: abcd-
//@ stdout: abcde-
//@ stdout: abcdef-
//@ stdout: abcdefg-
//@ stdout: abcdefgh-
//@ stdout: abcdefghi-
//@ stdout: abcdefghij-
//@ stdout: abcdefghijk-
//@ stdout: abcdefghijkl-
//@ stdout: abcdefghijklm-
//@ stdout: abcdefghijklmn-
//@ stdout: abcdefghijklmno-
//@ stdout: abcdefghijklmnop-
//@ stdout: abcdefghijklmnopq-
//@ stdout: abcdefghijklmnopqr-
//@ stdout: abcdefghijklmnopqrs-
//@ stdout: abcdefghijklmnopqrst-
//@ stdout: abcdefghijklmnopqrstu-
//@ stdout: abcdefghijklmnopqrstuv-
//@ stdout: abcdefghijklmnopqrstuvw-
//@ stdout: abcdefghijklmnopqrstuvwx-
//@ stdout: abcdefghijklmnopqrstuvwxy-
//@ stdout: abcdefghijklmnopqrstuvwxyz-
//@ stdout: abcdefghijklmnopqrstuvwxyz0-
//@ stdout: abcdefghijklmnopqrstuvwxyz01-
//@ stdout: abcdefghijklmnopqrstuvwxyz012-
// A loop that a switch jumps into.
#include <stdio.h>
static void cp(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7:
            *to++ = *from++;
        case 6:
            *to++ = *from++;
        case 5:
            *to++ = *from++;
        case 4:
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}
int main(void)
{
    char b[40];
    for (int k = 1; k < 30; k++) {
        for (int i = 0; i < 40; i++)
            b[i] = '-';
        cp(b, "abcdefghijklmnopqrstuvwxyz0123456789", k);
        printf("%.*s\n", k + 1, b);
    }
    return 0;
}
