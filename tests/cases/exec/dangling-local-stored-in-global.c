//@ gcc: valgrind
// A callee leaves the address of its local in a global.
static int *keep;

static void set(void)
{
    int big[300];
    big[0] = 4;
    keep = &big[0];
    *keep = 5;
}

int main(void)
{
    set();
    *keep = 6; //~ fault: dangling
    return 0;
}
