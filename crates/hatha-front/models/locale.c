/* <locale.h>: only the C locale exists. */

/* The members up to the last as glibc lays them out. */
struct lconv {
    char *decimal_point;
    char *thousands_sep;
    char *grouping;
    char *int_curr_symbol;
    char *currency_symbol;
    char *mon_decimal_point;
    char *mon_thousands_sep;
    char *mon_grouping;
    char *positive_sign;
    char *negative_sign;
    char unspecified[14];
};

static struct lconv c_locale = {
    ".", "", "", "", "", "", "", "", "", "",
    {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127},
};

static int is_c(const char *name)
{
    if (name[0] == 'C' && !name[1])
        return 1;
    const char *posix = "POSIX";
    size_t i = 0;
    while (posix[i] && name[i] == posix[i])
        i++;
    return !posix[i] && !name[i];
}

/* A query, the native locale (an empty environment names none) and C succeed. */
char *setlocale(int category, const char *name)
{
    if (!name)
        return "C";
    const char *end = name;
    while (*end)
        end++;
    return !*name || is_c(name) ? "C" : 0;
}

struct lconv *localeconv(void)
{
    return &c_locale;
}

/* MB_CUR_MAX: a character is one byte. */
size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}
