//@ gcc: sanitize
// Unsigned shorts are promoted to int before they are multiplied.
int main(void)
{
    unsigned short a = 65535;
    unsigned short b = 65535;
    unsigned r = a * b; //~ fault: signed-overflow
    return r == 1;
}
