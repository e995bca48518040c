/* <wctype.h> in the C locale: only ASCII belongs to any class. */

static int between(unsigned c, char low, char high)
{
    return c >= (unsigned)low && c <= (unsigned)high;
}

static int upper(unsigned c)
{
    return between(c, 'A', 'Z');
}

static int lower(unsigned c)
{
    return between(c, 'a', 'z');
}

static int digit(unsigned c)
{
    return between(c, '0', '9');
}

static int alnum(unsigned c)
{
    return upper(c) || lower(c) || digit(c);
}

int iswupper(unsigned c)
{
    return upper(c);
}

int iswlower(unsigned c)
{
    return lower(c);
}

int iswalpha(unsigned c)
{
    return upper(c) || lower(c);
}

int iswdigit(unsigned c)
{
    return digit(c);
}

int iswalnum(unsigned c)
{
    return alnum(c);
}

int iswxdigit(unsigned c)
{
    return digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F');
}

int iswspace(unsigned c)
{
    return c == ' ' || between(c, '\t', '\r');
}

int iswblank(unsigned c)
{
    return c == ' ' || c == '\t';
}

int iswprint(unsigned c)
{
    return between(c, ' ', '~');
}

int iswgraph(unsigned c)
{
    return between(c, '!', '~');
}

int iswpunct(unsigned c)
{
    return between(c, '!', '~') && !alnum(c);
}

int iswcntrl(unsigned c)
{
    return c < ' ' || c == 127;
}

unsigned towlower(unsigned c)
{
    return upper(c) ? c + ('a' - 'A') : c;
}

unsigned towupper(unsigned c)
{
    return lower(c) ? c - ('a' - 'A') : c;
}
