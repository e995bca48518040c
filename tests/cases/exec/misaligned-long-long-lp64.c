//@ data-model: lp64
//@ gcc: sanitize
// Four-byte alignment is not enough for a long long here.
int main(void)
{
    _Alignas(8) int words[4] = { 1, 2, 3, 4 };
    long long *p = (long long *)(words + 2);
    if (*p != 0x400000003LL)
        return 1;
    p = (long long *)(words + 1);
    return *p != 0; //~ fault: misaligned
}
