/* Euclid's algorithm. */
int gcd(int a, int b)
{
    int x, y, z;
l1: x = a;
l2: y = b;
l3: z = x % y;
l4: x = y;
l5: y = z;
l6: if (z != 0)
        goto l3;
l7: return x;
}
