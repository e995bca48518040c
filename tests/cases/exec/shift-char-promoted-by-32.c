//@ gcc: sanitize
// A char operand is shifted as an int: 31 is in range, 32 is not.
int main(void)
{
    unsigned char c = 200;
    int n = 8;
    if (c >> n != 0)
        return 1;
    n = 32;
    return c >> n; //~ fault: shift-out-of-range
}
