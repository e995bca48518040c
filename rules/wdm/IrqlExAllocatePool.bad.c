typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
extern void KeRaiseIrql(KIRQL, KIRQL *), KeLowerIrql(KIRQL);
extern void *ExAllocatePool(int, size_t);

int main(void)
{
    KIRQL old;
    int pool = __VERIFIER_nondet_int() & 1;
    KeRaiseIrql(2, &old);
    void *p = ExAllocatePool(pool, 64);
    KeLowerIrql(old);
    return p == 0;
}
