//@ stdout: ann 19
//@ stdout: cid 30
//@ stdout: bob 41
//@ stdout: apple fig pear plum
// Structs by a field, strings by pointer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[8];
    int age;
};

static int by_age(const void *a, const void *b)
{
    const struct person *p = a, *q = b;
    return (p->age > q->age) - (p->age < q->age);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(void)
{
    struct person p[] = { { "bob", 41 }, { "ann", 19 }, { "cid", 30 } };
    const char *s[] = { "pear", "fig", "plum", "apple" };
    qsort(p, 3, sizeof p[0], by_age);
    for (int i = 0; i < 3; i++)
        printf("%s %d\n", p[i].name, p[i].age);
    qsort(s, 4, sizeof s[0], by_text);
    printf("%s %s %s %s\n", s[0], s[1], s[2], s[3]);
    return 0;
}
