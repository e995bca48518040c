//@ gcc: sanitize
// A 64-bit count does not widen a 32-bit left operand.
int main(void)
{
    long long n = 40;
    int x = 1;
    return (long long)(x << n) == 0; //~ fault: shift-out-of-range
}
