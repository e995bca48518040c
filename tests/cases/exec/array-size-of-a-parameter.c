//@ exit: 3
// The outermost size of a parameter means nothing, so it may be anything.
static int first(int n, const int v[n])
{
    return v[0] + n;
}

int main(void)
{
    int v[1] = { 7 };
    return first(-4, v);
}
