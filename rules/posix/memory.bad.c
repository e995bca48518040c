#include <stdlib.h>

struct pair { int *left, *right; };

static int fill(struct pair *p)
{
    p->left = malloc(sizeof *p->left);
    if (!p->left)
        return -1;
    p->right = malloc(sizeof *p->right);
    if (!p->right)
        return -1;
    return 0;
}

int main(void)
{
    struct pair p;
    if (fill(&p) < 0)
        return 1;
    free(p.left);
    return 0;
}
