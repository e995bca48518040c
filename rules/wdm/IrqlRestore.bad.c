typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
extern void KeRaiseIrql(KIRQL, KIRQL *), KeLowerIrql(KIRQL);

static int shared;

static int Update(int n)
{
    KIRQL old;
    KeRaiseIrql(2, &old);
    if (n < 0)
        return -1;
    shared += n;
    KeLowerIrql(old);
    return 0;
}

int main(void)
{
    return Update(__VERIFIER_nondet_int());
}
