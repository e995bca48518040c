#include <stdio.h>

static int report(const char *path, int verbose)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    FILE *t = tmpfile();
    if (!t)
        goto out;
    if (verbose)
        fputs("begin\n", t);
    fclose(t);
out:
    fclose(f);
    return 0;
}

int main(int argc, char **argv)
{
    return report("report", argc > 1);
}
