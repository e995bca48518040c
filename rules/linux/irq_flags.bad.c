extern unsigned long arch_local_irq_save(void);
extern void arch_local_irq_restore(unsigned long);
extern int __VERIFIER_nondet_int(void);

static int stats[2];

static int account(int kind, int bytes)
{
    unsigned long flags = arch_local_irq_save();
    if (kind != 0 && kind != 1)
        return -22;
    stats[kind] += bytes;
    arch_local_irq_restore(flags);
    return 0;
}

int main(void)
{
    account(__VERIFIER_nondet_int() & 3, 1);
    return 0;
}
