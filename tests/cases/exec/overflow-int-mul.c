//@ gcc: sanitize
// Thirteen factorial is too large for an int.
static int factorial(int n)
{
    int r = 1;
    for (int i = 2; i <= n; i++)
        r *= i; //~ fault: signed-overflow
    return r;
}

int main(void)
{
    if (factorial(12) != 479001600)
        return 1;
    return factorial(13) == 0;
}
