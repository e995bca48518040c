//@ gcc: sanitize
// The outer pointer is good, the inner one null.
static int *slots[2];

int main(void)
{
    int x = 7;
    int **pp = slots;
    slots[0] = &x;
    if (**pp != 7)
        return 1;
    pp++;
    return **pp; //~ fault: null-dereference
}
