//@ gcc: sanitize
// 64-bit multiplication: 2^32 * 2^31 just does not fit.
int main(void)
{
    long long a = 1LL << 32;
    long long b = 1LL << 30;
    if (a * b != 4611686018427387904LL)
        return 1;
    b += b;
    return a * b == 0; //~ fault: signed-overflow
}
