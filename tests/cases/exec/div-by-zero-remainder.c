//@ gcc: sanitize
// The remainder by zero.
int main(void)
{
    int m = 3;
    int r = 0;
    while (m >= 0) {
        r += 10 % m; //~ fault: division-by-zero
        m--;
    }
    return r;
}
