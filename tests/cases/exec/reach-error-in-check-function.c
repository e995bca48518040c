//@ exit: 134
//@ gcc: sanitize
// The usual shape of a benchmark: a check that calls the error function.
extern void abort(void);

void reach_error(void)
{
    abort();
}

static void check(int cond)
{
    if (!cond) {
    ERROR:
        reach_error(); //~ fault: reach-error
        abort();
    }
}

int main(void)
{
    int x = 0, y = 10;
    while (x < y) {
        x += 3;
        y -= 1;
    }
    check(x >= y);
    check(x == y);
    return 0;
}
