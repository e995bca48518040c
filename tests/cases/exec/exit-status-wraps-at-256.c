//@ exit: 3
// Only the low eight bits reach the caller.
int main(void)
{
    return 256 + 3;
}
