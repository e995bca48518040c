struct sigset { unsigned long bits; };
struct handler { void (*run)(int); int flags; };
extern int pthread_sigmask(int, const struct sigset *, struct sigset *);
extern int sigaction(int, const struct handler *, struct handler *);
extern int sigsuspend(const struct sigset *);

static int ticks;

static void update(struct sigset *alarm, int n)
{
    pthread_sigmask(0, alarm, 0);
    for (int i = 0; i < n; i++)
        ticks += i;
    if (ticks == 0)
        sigsuspend(alarm);
    pthread_sigmask(1, alarm, 0);
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct sigset alarm = { 1ul << 14 };
    struct handler quiet = { 0, 0 };
    for (int s = 1; s < 9; s++)
        sigaction(s, &quiet, 0);
    update(&alarm, __VERIFIER_nondet_int());
    return 0;
}
