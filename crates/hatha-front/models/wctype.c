/* <wctype.h> in the C locale: only ASCII belongs to any class. C leaves open which number says so: it is the
 * one of glibc, the bit of the class as in ctype.c, but 1 for a digit. */

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
    return upper(c) ? 256 : 0;
}

int iswlower(unsigned c)
{
    return lower(c) ? 512 : 0;
}

int iswalpha(unsigned c)
{
    return upper(c) || lower(c) ? 1024 : 0;
}

int iswdigit(unsigned c)
{
    return digit(c);
}

int iswalnum(unsigned c)
{
    return alnum(c) ? 8 : 0;
}

int iswxdigit(unsigned c)
{
    return digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F') ? 4096 : 0;
}

int iswspace(unsigned c)
{
    return c == ' ' || between(c, '\t', '\r') ? 8192 : 0;
}

int iswblank(unsigned c)
{
    return c == ' ' || c == '\t';
}

int iswprint(unsigned c)
{
    return between(c, ' ', '~') ? 16384 : 0;
}

int iswgraph(unsigned c)
{
    return between(c, '!', '~') ? 32768 : 0;
}

int iswpunct(unsigned c)
{
    return between(c, '!', '~') && !alnum(c) ? 4 : 0;
}

int iswcntrl(unsigned c)
{
    return c < ' ' || c == 127 ? 2 : 0;
}

unsigned towlower(unsigned c)
{
    return upper(c) ? c + ('a' - 'A') : c;
}

unsigned towupper(unsigned c)
{
    return lower(c) ? c - ('a' - 'A') : c;
}
