//@ args: -a one -bvalue two -c -- -d three
//@ stdout: a
//@ stdout: b value
//@ stdout: c
//@ stdout: 5: one two -d three
//@ stdout: x y
//@ stdout: o out
//@ stdout: ? z
//@ stdout: : o
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "ab:cd")) != -1) {
        if (c == 'b') printf("b %s\n", optarg);
        else printf("%c\n", c);
    }
    printf("%d:", optind);
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    printf("\n");
    char *more[] = { "p", "-xy", "-o", "out", "-z", "-o", 0 };
    optind = 0;
    int x = 0, y = 0;
    while ((c = getopt(6, more, ":xyo:")) != -1) {
        switch (c) {
        case 'x': x = 1; break;
        case 'y': y = 1; printf("x y\n"); break;
        case 'o': printf("o %s\n", optarg); break;
        default: printf("%c %c\n", c, optopt);
        }
    }
    return !(x && y);
}
