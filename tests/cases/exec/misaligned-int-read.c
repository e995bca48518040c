//@ gcc: sanitize
// An int read at an odd address of an aligned buffer.
int main(void)
{
    _Alignas(8) unsigned char buf[16] = { 0 };
    int *p = (int *)(buf + 4);
    if (*p != 0)
        return 1;
    p = (int *)(buf + 5);
    return *p; //~ fault: misaligned
}
