//@ stdout: 1 3 4 6 7 8 10 13 14
//@ stdout: height 4, count 9
//@ stdout: has 7: 1, has 5: 0
// Insertion, traversal, height and search.
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *kid[2];
};

static struct tree *add(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
    } else if (key != t->key)
        t->kid[key > t->key] = add(t->kid[key > t->key], key);
    return t;
}

static int height(const struct tree *t)
{
    if (!t)
        return 0;
    int l = height(t->kid[0]), r = height(t->kid[1]);
    return 1 + (l > r ? l : r);
}

static int has(const struct tree *t, int key)
{
    while (t && t->key != key)
        t = t->kid[key > t->key];
    return t != NULL;
}

static int walk(const struct tree *t, int seen)
{
    if (!t)
        return seen;
    seen = walk(t->kid[0], seen);
    printf("%s%d", seen ? " " : "", t->key);
    return walk(t->kid[1], seen + 1);
}

static void drop(struct tree *t)
{
    if (t) {
        drop(t->kid[0]);
        drop(t->kid[1]);
        free(t);
    }
}

int main(void)
{
    int keys[] = { 8, 3, 10, 1, 6, 14, 4, 7, 13, 6 };
    struct tree *t = NULL;
    for (int i = 0; i < 10; i++)
        t = add(t, keys[i]);
    int n = walk(t, 0);
    printf("\nheight %d, count %d\n", height(t), n);
    printf("has 7: %d, has 5: %d\n", has(t, 7), has(t, 5));
    drop(t);
    return 0;
}
