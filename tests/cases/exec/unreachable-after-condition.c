//@ gcc: sanitize
// An assumption written with __builtin_unreachable is broken.
static int half(int n)
{
    if (n & 1)
        __builtin_unreachable(); //~ fault: unreachable
    return n / 2;
}

int main(void)
{
    return half(4) + half(half(14));
}
