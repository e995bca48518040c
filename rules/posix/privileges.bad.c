extern int setuid(unsigned), setgid(unsigned);
extern int execv(const char *, char *const *);

int main(int argc, char **argv)
{
    if (setgid(1000) != 0)
        return 1;
    setuid(1000);
    return execv("tool", argv);
}
