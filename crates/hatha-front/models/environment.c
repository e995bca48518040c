/* The environment is empty, the locale is "C", signals never arrive. */

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

char *getenv(const char *name) {
    (void)name;
    return 0;
}

char *secure_getenv(const char *name) {
    (void)name;
    return 0;
}

char *setlocale(int category, const char *locale) {
    (void)category;
    if (!locale || !*locale || same(locale, "C") || same(locale, "POSIX"))
        return (char *)"C";
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int) {
    (void)number;
    (void)handler;
    return 0;
}
