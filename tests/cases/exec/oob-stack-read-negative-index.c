//@ gcc: sanitize
// A search from the right that never meets its stop.
int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    int i = 3;
    while (a[i] != 0) //~ fault: out-of-bounds
        i--;
    return i;
}
