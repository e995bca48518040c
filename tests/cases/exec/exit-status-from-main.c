//@ exit: 42
// The value main returns.
static int answer(void)
{
    return 6 * 7;
}

int main(void)
{
    return answer();
}
