//@ gcc: sanitize
// A pointer into a global array steps in front of its first element.
static int below[4] = { 1 };
static int buf[4] = { 2 };
static int above[4] = { 3 };

int main(void)
{
    int *p = buf + 2;
    p[-1] = below[0];
    p[-2] = above[0];
    p[-3] = 3; //~ fault: out-of-bounds
    return 0;
}
