//@ exit: 4
// A value that is missing is passed on and thrown away.
static int calls;

static int count(int n)
{
    calls += n;
}

static int twice(int n)
{
    count(n);
    int thrown_away = count(n);
}

int main(void)
{
    twice(2);
    return calls;
}
