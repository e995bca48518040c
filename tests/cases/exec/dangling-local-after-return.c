//@ gcc: valgrind
// The array lived in the frame of a call that has returned.
static int *make(int n)
{
    int local[200];
    int *p = local;
    for (int i = 0; i < 200; i++)
        local[i] = n + i;
    return p;
}

int main(void)
{
    int *p = make(1);
    int x = *p; //~ fault: dangling
    if (x == 1)
        return 1;
    return 0;
}
