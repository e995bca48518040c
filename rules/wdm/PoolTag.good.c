typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
extern void *ExAllocatePoolWithTag(int, size_t, unsigned);
extern void ExFreePoolWithTag(void *, unsigned);

enum { TAG = 0x74736554 };

static NTSTATUS Query(size_t n, int twice)
{
    void *first = ExAllocatePoolWithTag(0, n, TAG), *second;
    if (!first)
        return STATUS_UNSUCCESSFUL;
    if (twice) {
        second = ExAllocatePoolWithTag(0, 2 * n, TAG + 1);
        if (second)
            ExFreePoolWithTag(second, TAG + 1);
    }
    ExFreePoolWithTag(first, TAG);
    return STATUS_SUCCESS;
}

int main(void)
{
    return Query(64, __VERIFIER_nondet_int()) < 0;
}
