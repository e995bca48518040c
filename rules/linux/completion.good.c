struct completion { unsigned done; };
extern void init_completion(struct completion *), reinit_completion(struct completion *);
extern void complete(struct completion *);
extern unsigned long wait_for_completion_timeout(struct completion *, unsigned long);
extern int __VERIFIER_nondet_int(void);

struct command { struct completion done; int tag; int status; };

static int issue(struct command *c, int tag)
{
    c->tag = tag;
    c->status = -115;
    reinit_completion(&c->done);
    if (tag & 1)
        complete(&c->done);
    if (wait_for_completion_timeout(&c->done, 100) == 0)
        return -110;
    return c->status;
}

int main(void)
{
    static struct command c;
    init_completion(&c.done);
    for (int tag = 0; tag < __VERIFIER_nondet_int(); tag++)
        if (issue(&c, tag) == -110)
            return 1;
    return 0;
}
