//@ gcc: none no tool looks at return values in C
// The function ends without a value for what it does not find.
static int find(const int *v, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (v[i] == key)
            return i;
}

int main(void)
{
    int v[3] = { 4, 5, 6 };
    int at = find(v, 3, 5);
    if (at != 1)
        return 1;
    find(v, 3, 7);
    at = find(v, 3, 7);
    return at < 0; //~ fault: missing-return
}
