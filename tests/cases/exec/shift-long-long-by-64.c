//@ gcc: sanitize
// 63 is the largest count for a 64-bit operand.
int main(void)
{
    unsigned long long x = 1;
    int n = 63;
    if (x << n != 0x8000000000000000ULL)
        return 1;
    n++;
    return x << n == 0; //~ fault: shift-out-of-range
}
