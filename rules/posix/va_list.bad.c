#include <stdarg.h>

extern int vprintf(const char *format, va_list list);
extern int __VERIFIER_nondet_int(void);

static int level = 2;

static int report(int importance, ...)
{
    va_list list;
    int status = -1;

    if (importance < level)
        return 0;
    va_start(list, importance);
    if (importance > 7)
        return status;
    status = importance;
    va_end(list);
    return status;
}

int main(void)
{
    return report(__VERIFIER_nondet_int()) < 0;
}
