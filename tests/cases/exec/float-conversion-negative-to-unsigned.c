//@ gcc: none UBSan looks at it only with -fsanitize=float-cast-overflow
// Values above -1 are rounded to 0, others do not fit.
int main(void)
{
    volatile float low = -0.75f;
    unsigned n = (unsigned)low;
    low = -1.0f;
    n += (unsigned char)low; //~ fault: float-conversion
    return (int)n;
}
