typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
extern void KeRaiseIrql(KIRQL, KIRQL *), KeLowerIrql(KIRQL);

static int shared;

static void Update(int n)
{
    KIRQL old;
    KeRaiseIrql(2, &old);
    shared += n;
    KeLowerIrql(old);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (n > 0) {
        Update(n);
        n = n / 2;
    }
    return 0;
}
