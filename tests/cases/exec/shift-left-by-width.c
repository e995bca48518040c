//@ gcc: sanitize
// Building a mask of all 32 bits by shifting by 32.
static unsigned low_bits(int n)
{
    return (1u << n) - 1u; //~ fault: shift-out-of-range
}

int main(void)
{
    if (low_bits(31) != 0x7fffffffu)
        return 1;
    return low_bits(32) == 0;
}
