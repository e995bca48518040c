//@ data-model: ilp32
//@ gcc: sanitize
// With a 32-bit long a day in microseconds does not fit.
int main(void)
{
    long seconds = 86400;
    long micros = seconds * 1000000L; //~ fault: signed-overflow
    return micros == 0;
}
