//@ gcc: none nothing checks the type of a called function
// A function of a double called as if it took an int.
static int whole(double d)
{
    return d > 1.0;
}

int main(void)
{
    int (*f)(int) = (int (*)(int))whole;
    int r = f(7); //~ fault: bad-call
    return r;
}
