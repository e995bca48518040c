// Which number says that a wide character belongs to a class: that of glibc.
//@ exit: 0
#include <wctype.h>

static int (*const classes[])(wint_t) = {iswupper, iswlower, iswalpha, iswdigit, iswalnum, iswxdigit,
                                         iswspace, iswblank, iswprint, iswgraph, iswpunct, iswcntrl};
static const int member[] = {'A', 'a', 'a', '1', '1', 'f', ' ', ' ', ' ', '!', '!', '\n'};
static const int values[] = {256, 512, 1024, 1, 8, 4096, 8192, 1, 16384, 32768, 4, 2};

int main(void)
{
    for (int i = 0; i < 12; i++)
        for (unsigned c = 0; c < 300; c++) {
            int value = classes[i](c);
            if (value != 0 && value != values[i]) return 1;
            if (c == (unsigned)member[i] && value == 0) return 2;
        }
    return 0;
}
