//@ gcc: valgrind
// An index that was never set, masked into range.
int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    unsigned i;
    int x = a[i & 3u]; //~ fault: uninitialised
    return x != 0 ? 0 : 1;
}
