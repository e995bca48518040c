//@ gcc: valgrind
// A parameter dies with its call like any local.
struct big {
    int v[200];
};

static int *saved;

static int remember(struct big b)
{
    saved = &b.v[100];
    return *saved;
}

static int call(void)
{
    struct big b;
    for (int i = 0; i < 200; i++)
        b.v[i] = i;
    return remember(b);
}

int main(void)
{
    if (call() != 100)
        return 1;
    int x = *saved; //~ fault: dangling
    return x == 3 ? 2 : 0;
}
