//@ gcc: sanitize
// Compound division of a 64-bit value.
int main(void)
{
    long long x = 1000000000000LL;
    long long y = 2;
    x /= y;
    y -= 2;
    x /= y; //~ fault: division-by-zero
    return x == 0;
}
