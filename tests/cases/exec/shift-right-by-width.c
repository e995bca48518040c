//@ gcc: sanitize
// A right shift by the width is as undefined as a left one.
int main(void)
{
    unsigned x = 0x80000000u;
    int n = 0;
    while (x >> n) //~ fault: shift-out-of-range
        n++;
    return n;
}
