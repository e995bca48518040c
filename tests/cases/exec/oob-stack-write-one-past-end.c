//@ gcc: sanitize
// A local array written one element past its end.
int main(void)
{
    int a[5];
    int n = 0;
    while (n < 6) {
        a[n] = n; //~ fault: out-of-bounds
        n++;
    }
    return a[0];
}
