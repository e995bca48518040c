extern unsigned long arch_local_irq_save(void);
extern void arch_local_irq_restore(unsigned long);
extern void local_irq_disable(void), local_irq_enable(void);
extern int __VERIFIER_nondet_int(void);

static int stats[2];

static int account(int kind, int bytes)
{
    unsigned long flags = arch_local_irq_save();
    if (kind != 0 && kind != 1) {
        arch_local_irq_restore(flags);
        return -22;
    }
    stats[kind] += bytes;
    arch_local_irq_restore(flags);
    return 0;
}

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    while (rounds-- > 0)
        account(rounds & 3, 1);
    local_irq_disable();
    stats[0] = 0;
    local_irq_enable();
    return 0;
}
