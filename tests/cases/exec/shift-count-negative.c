//@ gcc: sanitize
// A shift count one below zero.
static unsigned mask(int n)
{
    return 1u << n; //~ fault: shift-out-of-range
}

int main(void)
{
    if (mask(0) != 1u)
        return 1;
    return mask(-1) == 0;
}
