//@ gcc: sanitize
// Forming the end pointer is fine, reading through it is not.
int main(void)
{
    int a[3] = { 1, 2, 3 };
    int *end = a + 3;
    int sum = 0;
    for (int *p = a; p != end; p++)
        sum += *p;
    if (sum == 6)
        sum += *end; //~ fault: out-of-bounds
    return sum;
}
