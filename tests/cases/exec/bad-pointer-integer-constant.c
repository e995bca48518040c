//@ gcc: sanitize
// A made-up address.
int main(void)
{
    int *p = (int *)0x2000;
    *p = 1; //~ fault: bad-pointer
    return 0;
}
