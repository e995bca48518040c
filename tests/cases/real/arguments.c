//@ rule: posix/file
//@ entry: main
//@ truth: broken
//@ today: unknown: arguments of the entry decide
// The rule is broken only if the program has arguments. Tests of `main` start it without.
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *f = fopen("log", "w");
    if (!f)
        return 1;
    if (argc > 2)
        fclose(f);
    fclose(f);
    return 0;
}
