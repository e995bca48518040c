//@ gcc: valgrind
// A switch on a value that was never set.
int main(void)
{
    int mode;
    int r = 0;
    switch (mode) { //~ fault: uninitialised
    case 0:
        r = 1;
        break;
    case 1:
        r = 2;
        break;
    default:
        r = 3;
    }
    return r;
}
