//@ gcc: sanitize
// 256 does not fit in an unsigned char: the divisor is zero.
int main(void)
{
    int n = 256;
    unsigned char d = (unsigned char)n;
    return n % d; //~ fault: division-by-zero
}
