#include <stdio.h>

static int copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r");
    if (!in)
        return -1;
    FILE *out = fopen(to, "w");
    if (!out)
        fclose(in);
    int c;
    while ((c = fgetc(in)) != EOF)
        fputc(c, out);
    fclose(out);
    return 0;
}

int main(int argc, char **argv)
{
    return copy("a", "b") < 0;
}
