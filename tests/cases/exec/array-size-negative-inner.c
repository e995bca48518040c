//@ gcc: sanitize
// The inner of two sizes is negative, the product with a negative outer one would be positive.
static int corner(int rows, int columns)
{
    int m[rows][columns]; //~ fault: array-size
    m[0][0] = 1;
    return m[0][0];
}

int main(void)
{
    return corner(2, 2) - 1 + corner(-4, -4);
}
