//@ gcc: sanitize
// A compound shift in a loop whose count doubles.
int main(void)
{
    unsigned x = 1;
    for (int n = 1; n < 64; n *= 2)
        x <<= n; //~ fault: shift-out-of-range
    return x == 0;
}
