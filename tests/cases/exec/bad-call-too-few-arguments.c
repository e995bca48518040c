//@ gcc: none nothing checks the type of a called function
// A function of two parameters called through a pointer to one of one.
static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    int (*f)(int) = (int (*)(int))add;
    int r = f(1); //~ fault: bad-call
    return r == 0;
}
