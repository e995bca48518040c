/* A loop that comes back to l2 as long as x stays below t. */
int unit(int x, int y, int z, int t)
{
l2: x = x + z;
l3: if (x < t)
        goto l2;
    return x;
}
