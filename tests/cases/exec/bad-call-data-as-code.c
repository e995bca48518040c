//@ gcc: sanitize
// The address of an object is not a function.
static int cell[4];

int main(void)
{
    void (*f)(void) = (void (*)(void))cell;
    f(); //~ fault: bad-call
    return 0;
}
