//@ gcc: sanitize
// A variable-length array written at its length.
static int fill(int n)
{
    int v[n];
    for (int i = 0; i <= n; i++)
        v[i] = i; //~ fault: out-of-bounds
    return v[0];
}

int main(void)
{
    return fill(7);
}
