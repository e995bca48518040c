typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
extern void KeRaiseIrql(KIRQL, KIRQL *), KeLowerIrql(KIRQL);
extern KIRQL KeGetCurrentIrql(void);
extern void *ExAllocatePool(int, size_t);

static void *Allocate(size_t n)
{
    int pool = KeGetCurrentIrql() >= 2 ? 0 : 1;
    return ExAllocatePool(pool, n);
}

int main(void)
{
    KIRQL old;
    void *p;
    if (__VERIFIER_nondet_int()) {
        KeRaiseIrql(2, &old);
        p = Allocate(16);
        KeLowerIrql(old);
    } else {
        p = Allocate(4096);
    }
    return p == 0;
}
