//@ gcc: sanitize
// A callback that was never set.
static void (*callback)(int);

static void fire(int n)
{
    callback(n); //~ fault: bad-call
}

int main(void)
{
    fire(3);
    return 0;
}
