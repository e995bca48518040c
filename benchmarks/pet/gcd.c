/* Euclid's algorithm with a mistake: l4 and l5 are the wrong way round. */
int gcd(int a, int b)
{
    int x, y, z;
l1: x = a;
l2: y = b;
l3: z = x % y;
l4: y = z;
l5: x = y;
l6: if (z != 0)
        goto l3;
l7: return x;
}
