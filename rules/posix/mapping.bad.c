#include <sys/mman.h>

static int touch(int fd, unsigned long n)
{
    void *p = mmap(0, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (!p)
        return -1;
    msync(p, n, MS_SYNC);
    return munmap(p, n);
}

int main(void)
{
    return touch(3, 4096);
}
