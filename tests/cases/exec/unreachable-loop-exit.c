//@ gcc: sanitize
// The loop was claimed to run for ever.
static int find(const int *a, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return i;
    __builtin_unreachable(); //~ fault: unreachable
}

int main(void)
{
    int a[3] = { 4, 5, 6 };
    return find(a, 3, 6) == 2 ? find(a, 3, 7) : 1;
}
