//@ gcc: none memcheck reports no division by an undefined value
// The divisor's low bit is set, so the quotient exists but is unknown.
int main(void)
{
    unsigned d;
    unsigned q = 100u / (d | 1u); //~ fault: uninitialised
    return q > 100u;
}
