//@ gcc: none UBSan looks at it only with -fsanitize=float-cast-overflow
// The first value fits, the second is one too large.
int main(void)
{
    volatile double most = 2147483647.9;
    int n = (int)most;
    most = 2147483648.0;
    n += (int)most; //~ fault: float-conversion
    return n;
}
