typedef unsigned long size_t;
typedef long ssize_t;
extern int open(const char *path, int flags, ...);
extern int close(int fd);
extern ssize_t read(int fd, void *to, size_t n);
extern ssize_t write(int fd, const void *from, size_t n);

static int pump(int from, int to)
{
    char buffer[64];
    ssize_t n;
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        if (write(to, buffer, n) != n)
            return -1;
    return n < 0 ? -1 : 0;
}

int main(void)
{
    int status = 1;
    int in = open("in", 0);
    if (in < 0)
        return 1;
    int out = open("out", 1, 0644);
    if (out >= 0) {
        status = pump(in, out) < 0;
        close(out);
    }
    close(in);
    return status;
}
