//@ stdout: the 3
//@ stdout: cat 2
//@ stdout: dog absent
//@ stdout: 6 distinct
// Word counts in a chained table with few buckets.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *word;
    int count;
    struct entry *next;
};

static struct entry *bucket[4];

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static struct entry *look(const char *w, int make)
{
    struct entry **b = &bucket[hash(w) % 4];
    for (struct entry *e = *b; e; e = e->next)
        if (strcmp(e->word, w) == 0)
            return e;
    if (!make)
        return NULL;
    struct entry *e = calloc(1, sizeof *e);
    if (!e || !(e->word = strdup(w)))
        exit(1);
    e->next = *b;
    return *b = e;
}

static void show(const char *w)
{
    struct entry *e = look(w, 0);
    if (e)
        printf("%s %d\n", w, e->count);
    else
        printf("%s absent\n", w);
}

int main(void)
{
    char text[] = "the cat saw the other cat on the mat";
    int distinct = 0;
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        if (look(w, 1)->count++ == 0)
            distinct++;
    show("the");
    show("cat");
    show("dog");
    printf("%d distinct\n", distinct);
    for (int i = 0; i < 4; i++)
        while (bucket[i]) {
            struct entry *e = bucket[i];
            bucket[i] = e->next;
            free(e->word);
            free(e);
        }
    return 0;
}
