//@ stdin: one two
//@ stdin: three
//@ stdout: 2 lines, 3 words, 14 chars
//@ stdout: still at end
// A word count; at the end getchar keeps returning EOF.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c, lines = 0, words = 0, chars = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        chars++;
        lines += c == '\n';
        if (isspace(c))
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    printf("%d lines, %d words, %d chars\n", lines, words, chars);
    puts(getchar() == EOF && feof(stdin) && !ferror(stdin) ? "still at end" : "more");
    return 0;
}
