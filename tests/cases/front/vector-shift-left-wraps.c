typedef int four __attribute__((vector_size(16)));
typedef short eight __attribute__((vector_size(16)));
int main(void)
{
    four a = {-1, 1, 0x40000000, -5};
    eight b = {-1, 0x4000, 3, -7};
    a <<= 1;
    b = b << 2;
    return !(a[0] == -2 && a[2] == (int)0x80000000 && a[3] == -10 && b[0] == -4 && b[1] == 0 && b[3] == -28);
}
