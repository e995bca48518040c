//@ gcc: sanitize
// The byte after the terminator of a string literal.
static int at(const char *s, int i)
{
    return s[i]; //~ fault: out-of-bounds
}

int main(void)
{
    const char *s = "abc";
    if (at(s, 3) != 0)
        return 1;
    return at(s, 4);
}
