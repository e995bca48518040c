//@ rule: posix/file
//@ entry: load
//@ truth: kept
//@ today: unknown: hinges on memory
// Words are read character by character into a buffer, from one file after another.
#include <stdio.h>

static int word(FILE *f, char *to, int room)
{
    int c, n = 0;
    while ((c = getc(f)) != EOF && c != ' ' && c != '\n')
        if (n < room - 1)
            to[n++] = (char)c;
    to[n] = 0;
    return c;
}

int load(char *paths[], int *count)
{
    char text[64];
    int i;
    for (i = 0; paths[i]; i++) {
        FILE *f = fopen(paths[i], "r");
        if (!f)
            continue;
        while (word(f, text, sizeof text) != EOF)
            if (text[0] == '#')
                (*count)++;
        fclose(f);
    }
    return i;
}
