//@ gcc: sanitize
// The size of a variable-length array must be positive.
static int last(int n)
{
    int v[n]; //~ fault: array-size
    v[0] = 1;
    return v[0];
}

int main(void)
{
    return last(3) - 1 + last(0);
}
