//@ gcc: valgrind
// The right operand of && is evaluated, and branched on, only here.
int main(void)
{
    int a = 0;
    int b;
    int r = 0;
    if (a && b)
        r = 1;
    a = 1;
    if (a && b) //~ fault: uninitialised
        r = 2;
    return r;
}
