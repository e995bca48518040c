//@ stdout: 1000 items, capacity 1024
//@ stdout: sum 499500
// A vector that doubles its storage.
#include <stdio.h>
#include <stdlib.h>

struct vec {
    int *at;
    size_t len, cap;
};

static void push(struct vec *v, int x)
{
    if (v->len == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 4;
        v->at = realloc(v->at, v->cap * sizeof *v->at);
        if (!v->at)
            exit(1);
    }
    v->at[v->len++] = x;
}

int main(void)
{
    struct vec v = { 0 };
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        push(&v, i);
    for (size_t i = 0; i < v.len; i++)
        sum += v.at[i];
    printf("%zu items, capacity %zu\n", v.len, v.cap);
    printf("sum %d\n", sum);
    free(v.at);
    return 0;
}
