/* The printf family for wide characters, onto streams.
 *
 * A wide format asks for the same arguments as a narrow one, so it is made narrow first; what is
 * written are the bytes of the C locale. That a stream is for wide or for narrow characters only,
 * once it has been used, is not described: all is written. */

typedef struct _IO_FILE FILE;

extern FILE *stdout;
extern int __hatha_print(FILE *f, const char *format, __builtin_va_list list);
extern void __hatha_unsupported_characters_beyond_ASCII_in_a_wide_format(void);

static int print(FILE *f, const wchar_t *format, __builtin_va_list list)
{
    size_t n = 0;
    for (; format[n]; n++)
        if (format[n] < 0 || format[n] > 127)
            __hatha_unsupported_characters_beyond_ASCII_in_a_wide_format();
    char *narrow = __hatha_alloc(n + 1);
    for (size_t i = 0; i <= n; i++)
        narrow[i] = (char)format[i];
    int count = __hatha_print(f, narrow, list);
    __hatha_free(narrow);
    return count;
}

static int say(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = __hatha_print(f, format, list);
    __builtin_va_end(list);
    return count;
}

int vfwprintf(FILE *f, const wchar_t *format, __builtin_va_list list)
{
    return print(f, format, list);
}

int vwprintf(const wchar_t *format, __builtin_va_list list)
{
    return print(stdout, format, list);
}

int wprintf(const wchar_t *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print(stdout, format, list);
    __builtin_va_end(list);
    return count;
}

int fwprintf(FILE *f, const wchar_t *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print(f, format, list);
    __builtin_va_end(list);
    return count;
}

int fputws(const wchar_t *s, FILE *f)
{
    return say(f, "%ls", s) < 0 ? -1 : 1;
}

__hatha_wint fputwc(wchar_t c, FILE *f)
{
    return say(f, "%lc", (__hatha_wint)c) < 0 ? (__hatha_wint)-1 : (__hatha_wint)c;
}

__hatha_wint putwc(wchar_t c, FILE *f)
{
    return say(f, "%lc", (__hatha_wint)c) < 0 ? (__hatha_wint)-1 : (__hatha_wint)c;
}

__hatha_wint putwchar(wchar_t c)
{
    return say(stdout, "%lc", (__hatha_wint)c) < 0 ? (__hatha_wint)-1 : (__hatha_wint)c;
}
