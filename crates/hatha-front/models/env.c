/* The world around the program: no environment, and time passes without waiting. */

static char *no_environment[1];

char **environ = no_environment;
char **__environ = no_environment;

char *getenv(const char *name)
{
    return 0;
}

char *secure_getenv(const char *name)
{
    return 0;
}

unsigned sleep(unsigned seconds)
{
    return 0;
}

int usleep(unsigned microseconds)
{
    return 0;
}

int nanosleep(const void *requested, void *remaining)
{
    return 0;
}

int sched_yield(void)
{
    return 0;
}
