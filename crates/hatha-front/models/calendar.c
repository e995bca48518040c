/* <time.h>: dates. Local time is that of Greenwich; there is no summer time. */

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

extern int *__errno_location(void);
extern void __hatha_unsupported_summer_time(void);
extern void __hatha_unsupported_year_of_no_int(void);
extern void __hatha_unsupported_time_zone_of_a_date(void);
extern void __hatha_unsupported_conversion_of_strftime(void);
extern void *__hatha_copy(void *to, const void *from, size_t n);

static struct tm shared;
static char text[64];

static int is_leap(long long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_length(long long year, int month)
{
    static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return lengths[month] + (month == 1 && is_leap(year));
}

/* Rounds down, unlike the operator. */
static long long divide(long long a, long long b)
{
    return a / b - (a % b < 0);
}

/* Days from the epoch to the first of January. */
static long long days_before(long long year)
{
    long long y = year - 1;
    long long leap_days = divide(y, 4) - divide(y, 100) + divide(y, 400);
    return (year - 1970) * 365 + leap_days - 477; /* those up to 1969 */
}

static int set_day(long long days, struct tm *to)
{
    /* An estimate from 400 years at a time, off by one at most. */
    long long year = 1970 + divide(days * 400, 146097);
    while (days_before(year) > days)
        year--;
    while (days_before(year + 1) <= days)
        year++;
    if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1LL)
        return -1;
    int day = (int)(days - days_before(year));
    to->tm_year = (int)(year - 1900);
    to->tm_yday = day;
    to->tm_wday = (int)(days + 4 - divide(days + 4, 7) * 7);
    to->tm_mon = 0;
    while (day >= month_length(year, to->tm_mon))
        day -= month_length(year, to->tm_mon++);
    to->tm_mday = day + 1;
    return 0;
}

static struct tm *split(long long seconds, struct tm *to)
{
    long long days = divide(seconds, 86400);
    /* Not `seconds - days * 86400`, which the least numbers of seconds have no room for. */
    int rest = (int)(seconds % 86400);
    if (rest < 0)
        rest += 86400;
    if (set_day(days, to) < 0) {
        *__errno_location() = 75; /* EOVERFLOW */
        return 0;
    }
    to->tm_hour = rest / 3600;
    to->tm_min = rest / 60 % 60;
    to->tm_sec = rest % 60;
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "UTC";
    return to;
}

/* Members out of their range carry over; all of them are set anew. */
static long join(struct tm *from, const char *zone)
{
    long long month = (long long)from->tm_year * 12 + from->tm_mon;
    long long year = divide(month, 12);
    int in_year = (int)(month - year * 12);
    long long days = days_before(year + 1900) + from->tm_mday - 1;
    for (int i = 0; i < in_year; i++)
        days += month_length(year + 1900, i);
    long long seconds = days * 86400 + from->tm_hour * 3600LL + from->tm_min * 60LL + from->tm_sec;
    if (seconds != (long)seconds || !split(seconds, from)) {
        *__errno_location() = 75;
        return -1;
    }
    from->tm_zone = zone;
    return (long)seconds;
}

/* As glibc names the zone of gmtime. */
static struct tm *greenwich(struct tm *to)
{
    if (to)
        to->tm_zone = "GMT";
    return to;
}

struct tm *gmtime(const long *t)
{
    return greenwich(split(*t, &shared));
}

struct tm *localtime(const long *t)
{
    return split(*t, &shared);
}

struct tm *gmtime_r(const long *t, struct tm *to)
{
    return greenwich(split(*t, to));
}

struct tm *localtime_r(const long *t, struct tm *to)
{
    return split(*t, to);
}

/* glibc takes a date that says so for one an hour ahead, also where no time zone is. */
long mktime(struct tm *from)
{
    if (from->tm_isdst > 0)
        __hatha_unsupported_summer_time();
    return join(from, "UTC");
}

long timegm(struct tm *from)
{
    return join(from, "GMT");
}

void tzset(void)
{
}

/* Text. */

/* A bounded place for characters; `length` counts also what did not fit. */
struct place {
    char *to;
    size_t room;
    size_t length;
};

static void add(struct place *p, char c)
{
    if (p->length < p->room)
        p->to[p->length] = c;
    p->length++;
}

static void add_text(struct place *p, const char *s)
{
    for (; *s; s++)
        add(p, *s);
}

static void add_part(struct place *p, const char *s, size_t n)
{
    for (size_t i = 0; i < n && s[i]; i++)
        add(p, s[i]);
}

static void add_number(struct place *p, long long value, int width, char pad)
{
    char digits[24];
    int n = 0;
    unsigned long long rest = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
    do
        digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        add(p, '-');
    for (int i = n + (value < 0); i < width; i++)
        add(p, pad);
    while (n > 0)
        add(p, digits[--n]);
}

static const char *day_name(const struct tm *t, const char *none)
{
    static const char *const names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday",
                                         "Friday", "Saturday"};
    return t->tm_wday < 0 || t->tm_wday > 6 ? none : names[t->tm_wday];
}

static const char *month_name(const struct tm *t, const char *none)
{
    static const char *const names[12] = {"January", "February", "March", "April", "May", "June",
                                          "July", "August", "September", "October", "November",
                                          "December"};
    return t->tm_mon < 0 || t->tm_mon > 11 ? none : names[t->tm_mon];
}

static int hour_of_twelve(const struct tm *t)
{
    int hour = t->tm_hour % 12;
    return hour == 0 ? 12 : hour;
}

/* The week of the year if weeks start on the given day. */
static int week(const struct tm *t, int start)
{
    return (t->tm_yday + 7 - (t->tm_wday - start + 7) % 7) / 7;
}

/* The days since the Monday of ISO week 1 of the given year, negative before it. */
static int iso_days(int yday, int wday)
{
    int big = 3 * 7;
    return yday - (yday - wday + 4 + big * 18) % 7 + 4 - 1;
}

static int iso_week(const struct tm *t, long long *year)
{
    *year = t->tm_year + 1900LL;
    int days = iso_days(t->tm_yday, t->tm_wday);
    if (days < 0) {
        --*year;
        days = iso_days(t->tm_yday + 365 + is_leap(*year), t->tm_wday);
    } else {
        int later = iso_days(t->tm_yday - 365 - is_leap(*year), t->tm_wday);
        if (later >= 0) {
            ++*year;
            days = later;
        }
    }
    return days / 7 + 1;
}

static const char *expansion(char c)
{
    switch (c) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    case 'r':
        return "%I:%M:%S %p";
    default:
        return 0;
    }
}

static int add_word(struct place *p, char c, const struct tm *t)
{
    switch (c) {
    case 'a':
        add_part(p, day_name(t, "?"), 3);
        return 1;
    case 'A':
        add_text(p, day_name(t, "?"));
        return 1;
    case 'b':
    case 'h':
        add_part(p, month_name(t, "?"), 3);
        return 1;
    case 'B':
        add_text(p, month_name(t, "?"));
        return 1;
    case 'p':
        add_text(p, t->tm_hour >= 12 ? "PM" : "AM");
        return 1;
    case 'P':
        add_text(p, t->tm_hour >= 12 ? "pm" : "am");
        return 1;
    case 'n':
        add(p, '\n');
        return 1;
    case 't':
        add(p, '\t');
        return 1;
    case 'z':
        if (t->tm_isdst < 0 || t->tm_gmtoff != 0)
            __hatha_unsupported_time_zone_of_a_date();
        add_text(p, "+0000");
        return 1;
    case 'Z':
        add_text(p, t->tm_zone ? t->tm_zone : "");
        return 1;
    case '%':
        add(p, '%');
        return 1;
    default:
        return 0;
    }
}

static int add_clock(struct place *p, char c, const struct tm *t)
{
    switch (c) {
    case 'H':
        add_number(p, t->tm_hour, 2, '0');
        return 1;
    case 'k':
        add_number(p, t->tm_hour, 2, ' ');
        return 1;
    case 'I':
        add_number(p, hour_of_twelve(t), 2, '0');
        return 1;
    case 'l':
        add_number(p, hour_of_twelve(t), 2, ' ');
        return 1;
    case 'M':
        add_number(p, t->tm_min, 2, '0');
        return 1;
    case 'S':
        add_number(p, t->tm_sec, 2, '0');
        return 1;
    case 's': {
        struct tm copy = *t;
        add_number(p, join(&copy, "UTC"), 1, '0');
        return 1;
    }
    default:
        return 0;
    }
}

static int add_year(struct place *p, char c, const struct tm *t)
{
    long long year = t->tm_year + 1900LL;
    if (year > 2147483647)
        __hatha_unsupported_year_of_no_int();
    /* The other members count only here; they need not have values elsewhere. */
    int number = c == 'G' || c == 'g' || c == 'V' ? iso_week(t, &year) : 0;
    switch (c) {
    case 'V':
        add_number(p, number, 2, '0');
        return 1;
    case 'G':
    case 'Y':
        add_number(p, year, 1, '0');
        return 1;
    case 'g':
    case 'y':
        add_number(p, year - divide(year, 100) * 100, 2, '0');
        return 1;
    case 'C':
        add_number(p, divide(year, 100), 1, '0');
        return 1;
    default:
        return 0;
    }
}

static int add_day(struct place *p, char c, const struct tm *t)
{
    switch (c) {
    case 'd':
        add_number(p, t->tm_mday, 2, '0');
        return 1;
    case 'e':
        add_number(p, t->tm_mday, 2, ' ');
        return 1;
    case 'j':
        add_number(p, t->tm_yday + 1, 3, '0');
        return 1;
    case 'm':
        add_number(p, t->tm_mon + 1, 2, '0');
        return 1;
    case 'u':
        add_number(p, (t->tm_wday + 6) % 7 + 1, 1, '0');
        return 1;
    case 'w':
        add_number(p, t->tm_wday, 1, '0');
        return 1;
    case 'U':
        add_number(p, week(t, 0), 2, '0');
        return 1;
    case 'W':
        add_number(p, week(t, 1), 2, '0');
        return 1;
    default:
        return 0;
    }
}

static void write_date(struct place *p, const char *format, const struct tm *t)
{
    for (; *format; format++) {
        if (*format != '%') {
            add(p, *format);
            continue;
        }
        format++;
        /* Alternative forms are the plain ones in the C locale. */
        if (*format == 'E' || *format == 'O')
            format++;
        if (expansion(*format))
            write_date(p, expansion(*format), t);
        else if (!add_word(p, *format, t) && !add_clock(p, *format, t) && !add_day(p, *format, t)
                 && !add_year(p, *format, t))
            /* Flags and widths of GNU, or what C leaves undefined. */
            __hatha_unsupported_conversion_of_strftime();
    }
}

size_t strftime(char *to, size_t n, const char *format, const struct tm *t)
{
    struct place p = {to, n, 0};
    /* It is looked at whatever the format asks for. */
    char part;
    __hatha_copy(&part, &t->tm_hour, 1);
    write_date(&p, format, t);
    if (p.length >= n)
        return 0;
    to[p.length] = 0;
    return p.length;
}

static char *write_asctime(const struct tm *t, char *to)
{
    if (t->tm_year > 2147483647 - 1900) {
        *__errno_location() = 75; /* EOVERFLOW */
        return 0;
    }
    struct place p = {to, 64, 0};
    add_part(&p, day_name(t, "???"), 3);
    add(&p, ' ');
    add_part(&p, month_name(t, "???"), 3);
    add(&p, ' ');
    add_number(&p, t->tm_mday, 2, ' ');
    add(&p, ' ');
    write_date(&p, "%H:%M:%S ", t);
    add_number(&p, t->tm_year + 1900LL, 1, '0');
    add_text(&p, "\n");
    add(&p, 0);
    return to;
}

char *asctime(const struct tm *t)
{
    return write_asctime(t, text);
}

char *asctime_r(const struct tm *t, char *to)
{
    return write_asctime(t, to);
}

/* As asctime(localtime(t)), which overwrites what localtime and gmtime gave before. */
char *ctime(const long *t)
{
    return split(*t, &shared) ? write_asctime(&shared, text) : 0;
}

char *ctime_r(const long *t, char *to)
{
    struct tm parts;
    return split(*t, &parts) ? write_asctime(&parts, to) : 0;
}
