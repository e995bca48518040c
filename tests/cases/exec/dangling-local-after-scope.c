//@ gcc: sanitize
// The block that held the local has been left.
int main(void)
{
    int *p;
    {
        int inner = 5;
        p = &inner;
        if (*p != 5)
            return 1;
    }
    return *p; //~ fault: dangling
}
