//@ gcc: valgrind
// The condition of ?: is a branch like any other.
static int pick(int n)
{
    int flag;
    if (n == 3)
        flag = 0;
    return flag ? 10 : 0; //~ fault: uninitialised
}

int main(void)
{
    return pick(3) + pick(2);
}
