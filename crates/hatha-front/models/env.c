/* The world around the program: environment variables, and time that passes.
 *
 * In an open world a variable that nobody has asked for yet is unset or holds any text; what a
 * name holds then stays the same until the program sets it. In a proof the answer of
 * __hatha_variable is any address, the same for each call that names one variable by one literal. */

extern char *__hatha_text(const char *name);
extern int __hatha_is_known_variable(const char *name);
extern char *__hatha_variable(const char *name);
extern void __hatha_set_variable(const char *name, char *value);
extern _Bool __hatha_choose_environment_variable_is_set(void);
extern unsigned __hatha_choose_seconds_left_to_sleep(void);
extern _Bool __hatha_choose_interrupted_sleep(void);
extern _Bool __hatha_choose_failure_of_setenv(void);
extern int __hatha_any_error(void);
extern void *__hatha_alloc(size_t n);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern int *__errno_location(void);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

/* Whether the program has set or removed a variable. Behind calls of getenv that name one variable
 * the front end says, as long as this is 0, that they agree (crates/hatha-front/src/variables.rs). */
static int __hatha_environment_changed;

static char *lookup(const char *name)
{
    if (!__hatha_open && !__hatha_environment_changed)
        return 0;
    if (__hatha_is_known_variable(name))
        return __hatha_variable(name);
    char *value = 0;
    if (__hatha_open && __hatha_choose_environment_variable_is_set())
        value = __hatha_text(name);
    __hatha_set_variable(name, value);
    return value;
}

/* A name is a text with an end. */
static void read_name(const char *name)
{
    for (const char *c = name; *c; c++)
        ;
}

char *getenv(const char *name)
{
    read_name(name);
    return lookup(name);
}

/* The same for a literal, which has an end; takes the name of getenv where it is called. */
static char *__hatha_getenv_literal(const char *name)
{
    return lookup(name);
}

/* Null for a program with more rights than its user. */
char *secure_getenv(const char *name)
{
    read_name(name);
    return lookup(name);
}

static int fail(int number)
{
    *__errno_location() = number;
    return -1;
}

static int is_name(const char *name)
{
    if (!name || !*name)
        return 0;
    for (; *name; name++)
        if (*name == '=')
            return 0;
    return 1;
}

/* The text does not begin its block, so that the program cannot free what the library keeps. */
static char *copy(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    char *p = __hatha_alloc(n + 2);
    if (!p)
        return 0;
    __hatha_copy(p + 1, s, n + 1);
    return p + 1;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (!is_name(name))
        return fail(22); /* EINVAL */
    if (__hatha_open && __hatha_choose_failure_of_setenv())
        return fail(12); /* ENOMEM */
    if (!overwrite && lookup(name))
        return 0;
    __hatha_environment_changed = 1;
    __hatha_set_variable(name, copy(value));
    return 0;
}

int unsetenv(const char *name)
{
    __hatha_not_null(name, 0);
    if (!is_name(name))
        return fail(22);
    __hatha_environment_changed = 1;
    __hatha_set_variable(name, 0);
    return 0;
}

/* The text itself becomes part of the environment, so the program may change the value later. */
int putenv(char *text)
{
    if (__hatha_open && __hatha_choose_failure_of_setenv())
        return fail(12);
    size_t n = 0;
    while (text[n] && text[n] != '=')
        n++;
    char *name = __hatha_alloc(n + 1);
    if (!name)
        return fail(12);
    __hatha_copy(name, text, n);
    name[n] = 0;
    __hatha_environment_changed = 1;
    __hatha_set_variable(name, text[n] ? text + n + 1 : 0);
    return 0;
}

/* A signal may end the sleep early. */
unsigned sleep(unsigned seconds)
{
    if (!__hatha_open)
        return 0;
    unsigned left = __hatha_choose_seconds_left_to_sleep();
    return left <= seconds ? left : 0;
}

static int wait(void)
{
    if (__hatha_open && __hatha_choose_interrupted_sleep())
        return fail(__hatha_any_error());
    return 0;
}

int usleep(unsigned microseconds)
{
    return wait();
}

struct timespec {
    long tv_sec;
    long tv_nsec;
};

extern unsigned __hatha_choose_nanoseconds_left_to_sleep(void);
extern void __hatha_assume(int condition);

/* What is left is told after a signal alone, and is at most what was asked for. */
int nanosleep(const struct timespec *requested, struct timespec *remaining)
{
    long seconds = requested->tv_sec, nanoseconds = requested->tv_nsec;
    if (nanoseconds < 0 || nanoseconds > 999999999 || seconds < 0)
        return fail(22); /* EINVAL */
    if (!__hatha_open || !__hatha_choose_interrupted_sleep())
        return 0;
    if (remaining) {
        long left = (long)__hatha_choose_seconds_left_to_sleep();
        long part = (long)(__hatha_choose_nanoseconds_left_to_sleep() % 1000000000u);
        __hatha_assume(left >= 0 && (left < seconds || (left == seconds && part <= nanoseconds)));
        remaining->tv_sec = left;
        remaining->tv_nsec = part;
    }
    return fail(4); /* EINTR */
}

int sched_yield(void)
{
    return 0;
}
