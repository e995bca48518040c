//@ stdout: [alpha]
//@ stdout: [beta]
//@ stdout: [gamma delta]
//@ stdout: end
//@ stdout: [gamma][delta]
//@ stdout: nothing
// Leading, repeated and trailing separators; separators may change.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[] = ",,alpha,beta,,;gamma delta;";
    for (char *p = strtok(s, ",;"); p; p = strtok(NULL, ",;"))
        printf("[%s]\n", p);
    puts("end");
    char t[] = "gamma delta";
    printf("[%s]", strtok(t, " "));
    printf("[%s]\n", strtok(NULL, "x"));
    char u[] = "...";
    puts(strtok(u, ".") ? "something" : "nothing");
    return 0;
}
