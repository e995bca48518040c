//@ gcc: valgrind
// A sum is indeterminate when one term is; copying it about is no fault.
int main(void)
{
    unsigned x;
    unsigned y = x + 1u;
    unsigned z = y;
    unsigned w = z * 3u;
    while (w > 10u) //~ fault: uninitialised
        w = 0;
    return 0;
}
