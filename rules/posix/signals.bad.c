struct sigset { unsigned long bits; };
struct handler { void (*run)(int); int flags; };
extern int sigaction(int, const struct handler *, struct handler *);

int main(void)
{
    struct handler quiet = { 0, 0 };
    for (int s = 1; s < 16; s++)
        sigaction(s, &quiet, 0);
    return 0;
}
