//@ gcc: valgrind
// A pointer never set is used as an address; on a machine it would hold
// whatever the earlier call left in the same place.
static int cell;

static void leave(void)
{
    int *p = &cell;
    *p = 1;
}

static void use(void)
{
    int *p;
    *p = 2; //~ fault: uninitialised
}

int main(void)
{
    leave();
    use();
    return 0;
}
