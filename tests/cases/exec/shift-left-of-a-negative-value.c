//@ gcc: sanitize
// C has no value for a negative number that is shifted to the left.
static int scale(int a, int by)
{
    return a << by; //~ fault: signed-overflow
}

int main(void)
{
    if (scale(1, 30) != 1073741824)
        return 1;
    return scale(-1, 3);
}
