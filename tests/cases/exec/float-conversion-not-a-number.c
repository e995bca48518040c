//@ gcc: none UBSan looks at it only with -fsanitize=float-cast-overflow
// What is no number is no integer either, though the conversion is implicit.
int main(void)
{
    volatile float zero = 0;
    long n = zero / zero; //~ fault: float-conversion
    return n == 0;
}
