/* Euclid's algorithm. */
int gcd(int a, int b)
{
    int x, y, z;
l1: x = a;
l2: y = b;
    do {
l3:     z = x % y;
l4:     x = y;
l5:     y = z;
l6:     ;
    } while (z != 0);
l7: return x;
}
