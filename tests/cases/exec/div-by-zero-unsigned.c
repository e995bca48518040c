//@ gcc: sanitize
// An unsigned divisor wraps round to zero.
int main(void)
{
    unsigned d = 0xffffffffu;
    if (7u / d != 0)
        return 1;
    d += 1;
    return 7u / d; //~ fault: division-by-zero
}
