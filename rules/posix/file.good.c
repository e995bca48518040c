#include <stdio.h>

static int copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r");
    if (!in)
        return -1;
    FILE *out = fopen(to, "w");
    if (!out) {
        fclose(in);
        return -1;
    }
    int c;
    while ((c = fgetc(in)) != EOF)
        if (fputc(c, out) == EOF)
            break;
    fclose(out);
    fclose(in);
    return 0;
}

int main(int argc, char **argv)
{
    return copy("a", "b") < 0;
}
