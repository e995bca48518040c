//@ gcc: sanitize
// A table of handlers with a hole.
static int inc(int x)
{
    return x + 1;
}

static int dec(int x)
{
    return x - 1;
}

static int (*const table[4])(int) = { inc, dec, 0, inc };

int main(void)
{
    int x = 0;
    for (int i = 0; i < 4; i++)
        x = table[i](x); //~ fault: bad-call
    return x;
}
