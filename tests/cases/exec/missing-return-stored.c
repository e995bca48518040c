//@ gcc: none no tool looks at return values in C
// A missing value is stored in memory.
static long v[2];

static long one(int n)
{
    if (n)
        return 1;
}

int main(void)
{
    v[0] = one(1);
    v[1] = one(0); //~ fault: missing-return
    return (int)v[0];
}
