//@ gcc: sanitize
// A pointer to one int is used as if it led to two.
static void clear(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0; //~ fault: out-of-bounds
}

int main(void)
{
    int x = 1;
    clear(&x, 1);
    clear(&x, 2);
    return x;
}
