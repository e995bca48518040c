/* <signal.h>: handlers are kept and called by raise; no signal comes from outside. */

extern _Noreturn void abort(void);
extern _Noreturn void __hatha_exit(int status);
extern int *__errno_location(void);
extern void __hatha_unsupported_signal_that_is_raised_in_a_handler(void);
extern void __hatha_unsupported_flags_of_a_signal_action(void);
extern void __hatha_unsupported_action_that_was_set_before(void);
extern void __hatha_unsupported_mask_of_signals(void);
extern void __hatha_unsupported_signal_that_is_sent(void);
extern void __hatha_unsupported_handlers_of_System_V_or_BSD(void);
extern void __hatha_unsupported_handler_that_a_timer_runs(void);
extern unsigned __hatha_choose_seconds_left_of_an_alarm(void);
extern _Bool __hatha_choose_failure_of_setting_a_timer(void);
extern void __hatha_unsupported_timer_that_was_set_before(void);
extern int __hatha_any_error(void);

typedef void (*handler)(int number);

static handler handlers[65];

/* Whether a handler is forgotten when its signal comes, as System V has it. */
static _Bool once[65];

/* Whether the program has asked a timer for a signal. Without a handler that ends it, or does nothing. */
static _Bool timed;

/* Whether a handler runs. While it does, its own signal is blocked, and those of its mask. */
static _Bool handling;

static int unknown(int number)
{
    /* The library keeps 32 and 33 to itself. */
    return number < 1 || number > 64 || number == 32 || number == 33;
}

static handler refuse(void)
{
    *__errno_location() = 22; /* EINVAL */
    return (handler)-1;
}

/* When the signal comes is not described. */
static void expect_alarm(void)
{
    enum { SIGALRM_ = 14, SIGVTALRM_ = 26, SIGPROF_ = 27 };
    if (timed && ((uintptr_t)handlers[SIGALRM_] > 1 || (uintptr_t)handlers[SIGVTALRM_] > 1 ||
                  (uintptr_t)handlers[SIGPROF_] > 1))
        __hatha_unsupported_handler_that_a_timer_runs();
}

/* SIGKILL and SIGSTOP cannot be caught. */
static handler install(int number, handler h, _Bool resets)
{
    if (unknown(number) || number == 9 || number == 19 || h == (handler)-1)
        return refuse();
    handler old = handlers[number];
    handlers[number] = h;
    once[number] = resets;
    expect_alarm();
    return old;
}

/* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing unless they are caught. SIGSTOP, SIGTSTP, SIGTTIN and
 * SIGTTOU stop the program until somebody lets it go on. */
static int harmless(int number)
{
    return number >= 17 && number <= 23 || number == 28;
}

static void deliver(int number)
{
    if (handling)
        __hatha_unsupported_signal_that_is_raised_in_a_handler();
    handler h = handlers[number];
    if (h == (handler)1)
        return;
    if (h) {
        if (once[number])
            handlers[number] = 0;
        handling = 1;
        h(number);
        handling = 0;
        return;
    }
    if (number == 6)
        abort();
    if (!harmless(number))
        __hatha_exit(128 + number);
}

handler signal(int number, handler h)
{
    return install(number, h, 0);
}

handler __sysv_signal(int number, handler h)
{
    return install(number, h, 1);
}

/* The signal 0 only asks whether one could be sent. */
static int send(int number)
{
    if (number == 0)
        return 0;
    if (unknown(number)) {
        *__errno_location() = 22;
        return -1;
    }
    deliver(number);
    return 0;
}

int raise(int number)
{
    return send(number);
}

int gsignal(int number)
{
    return send(number);
}

/* As glibc lays it out. `sa_sigaction` is at the place of `sa_handler`. */
struct sigaction {
    handler to;
    unsigned long mask[128 / sizeof(unsigned long)];
    int flags;
    void (*restorer)(void);
};

/* SA_NOCLDSTOP, SA_RESTART and SA_NODEFER change nothing about a signal that `raise` gives. */
static int sigaction_flags_matter(int flags)
{
    return (flags & ~0x50000001) != 0;
}

int sigaction(int number, const struct sigaction *set, struct sigaction *old)
{
    if (unknown(number) || (set && (number == 9 || number == 19))) {
        refuse();
        return -1;
    }
    handler before = handlers[number];
    _Bool was_set = before || once[number];
    if (set) {
        if (sigaction_flags_matter(set->flags))
            __hatha_unsupported_flags_of_a_signal_action();
        handlers[number] = set->to;
        once[number] = 0;
        expect_alarm();
    }
    if (old) {
        /* The mask and the flags are not kept; those at the start are empty. */
        if (was_set)
            __hatha_unsupported_action_that_was_set_before();
        *old = (struct sigaction){0};
    }
    return 0;
}

/* Which signals wait is not followed. */
int sigprocmask(int how, const void *set, void *old)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

int pthread_sigmask(int how, const void *set, void *old)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

int sigsuspend(const void *mask)
{
    __hatha_unsupported_mask_of_signals();
    return -1;
}

int sigwait(const void *set, int *number)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

/* It may be this process that the signal goes to. */
int kill(int process, int number)
{
    __hatha_unsupported_signal_that_is_sent();
    return 0;
}

int pthread_kill(unsigned long thread, int number)
{
    __hatha_unsupported_signal_that_is_sent();
    return 0;
}

int killpg(int group, int number)
{
    __hatha_unsupported_signal_that_is_sent();
    return 0;
}

/* <signal.h> of System V and BSD. */
handler sigset(int number, handler h)
{
    __hatha_unsupported_handlers_of_System_V_or_BSD();
    return 0;
}

handler ssignal(int number, handler h)
{
    __hatha_unsupported_handlers_of_System_V_or_BSD();
    return 0;
}

handler bsd_signal(int number, handler h)
{
    __hatha_unsupported_handlers_of_System_V_or_BSD();
    return 0;
}

int sigignore(int number)
{
    __hatha_unsupported_handlers_of_System_V_or_BSD();
    return 0;
}

int sighold(int number)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

int sigrelse(int number)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

int sigblock(int mask)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

int sigsetmask(int mask)
{
    __hatha_unsupported_mask_of_signals();
    return 0;
}

unsigned alarm(unsigned seconds)
{
    timed = 1;
    expect_alarm();
    return __hatha_choose_seconds_left_of_an_alarm();
}

unsigned ualarm(unsigned microseconds, unsigned interval)
{
    timed = 1;
    expect_alarm();
    return __hatha_choose_seconds_left_of_an_alarm();
}

int setitimer(int which, const void *set, void *old)
{
    if (old)
        __hatha_unsupported_timer_that_was_set_before();
    timed = 1;
    expect_alarm();
    if (!__hatha_choose_failure_of_setting_a_timer())
        return 0;
    *__errno_location() = __hatha_any_error();
    return -1;
}
