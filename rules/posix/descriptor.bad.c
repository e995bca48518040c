typedef unsigned long size_t;
typedef long ssize_t;
extern int open(const char *path, int flags, ...);
extern int close(int fd);
extern ssize_t write(int fd, const void *from, size_t n);

static int save(const char *path, const char *text, size_t n)
{
    int fd = open(path, 1);
    if (fd < 0)
        return -1;
    ssize_t put = write(fd, text, n);
    if (put < 0) {
        close(fd);
        put = 0;
    }
    if ((size_t)put < n)
        write(fd, text + put, n - put);
    close(fd);
    return 0;
}

int main(void)
{
    return save("note", "hello\n", 6);
}
