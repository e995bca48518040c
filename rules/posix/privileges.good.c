extern int setuid(unsigned), setgid(unsigned);
extern int execv(const char *, char *const *);

static int become(unsigned user, unsigned group)
{
    if (setgid(group) != 0)
        return -1;
    if (setuid(user) != 0)
        return -1;
    return 0;
}

int main(int argc, char **argv)
{
    if (become(1000, 1000) < 0)
        return 1;
    return execv("tool", argv);
}
