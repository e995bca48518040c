typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
extern void *ExAllocatePoolWithTag(int, size_t, unsigned);
extern void ExFreePoolWithTag(void *, unsigned);

static void *Grow(void *old, size_t n)
{
    void *p = ExAllocatePoolWithTag(0, n, 'wolG');
    if (old)
        ExFreePoolWithTag(old, 'dlO');
    return p;
}

int main(void)
{
    void *p = Grow(0, 16);
    p = Grow(p, 32);
    if (p)
        ExFreePoolWithTag(p, 'wolG');
    return 0;
}
