/* <signal.h>: handlers are kept and called by raise; no signal comes from outside. */

extern _Noreturn void abort(void);
extern _Noreturn void __hatha_exit(int status);
extern int *__errno_location(void);

typedef void (*handler)(int number);

static handler handlers[65];

static int unknown(int number)
{
    return number < 1 || number > 64;
}

static handler refuse(void)
{
    *__errno_location() = 22; /* EINVAL */
    return (handler)-1;
}

/* SIGKILL and SIGSTOP cannot be caught. */
static handler install(int number, handler h)
{
    if (unknown(number) || number == 9 || number == 19)
        return refuse();
    handler old = handlers[number];
    handlers[number] = h;
    return old;
}

/* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing unless they are caught. */
static int harmless(int number)
{
    return number == 17 || number == 18 || number == 23 || number == 28;
}

static void deliver(int number)
{
    handler h = handlers[number];
    if (h == (handler)1)
        return;
    if (h) {
        h(number);
        return;
    }
    if (number == 6)
        abort();
    if (!harmless(number))
        __hatha_exit(128 + number);
}

handler signal(int number, handler h)
{
    return install(number, h);
}

handler __sysv_signal(int number, handler h)
{
    return install(number, h);
}

int raise(int number)
{
    if (unknown(number)) {
        *__errno_location() = 22;
        return -1;
    }
    deliver(number);
    return 0;
}
