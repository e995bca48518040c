//@ gcc: valgrind
// The local is set on one path only.
static int sign(int x)
{
    int s;
    if (x > 0)
        s = 1;
    if (s == 1) //~ fault: uninitialised
        return 1;
    return 0;
}

int main(void)
{
    return sign(4) - sign(-4);
}
