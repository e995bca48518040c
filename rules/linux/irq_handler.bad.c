extern int request_irq(unsigned, void *, unsigned long, const char *, void *);
extern void free_irq(unsigned, void *);
extern int __VERIFIER_nondet_int(void);

struct card { unsigned line; int ready; };

static int probe(struct card *c)
{
    int status = request_irq(c->line, 0, 0, "card", c);
    if (status)
        return status;
    c->ready = __VERIFIER_nondet_int() != 0;
    if (!c->ready)
        return -5;
    return 0;
}

int main(void)
{
    static struct card c = { .line = 11 };
    if (probe(&c) == 0)
        free_irq(c.line, &c);
    return 0;
}
