struct completion { unsigned done; };
extern void init_completion(struct completion *);
extern void complete(struct completion *);
extern unsigned long wait_for_completion_timeout(struct completion *, unsigned long);
extern int __VERIFIER_nondet_int(void);

struct command { struct completion done; int tag; int status; };

static int issue(struct command *c, int tag)
{
    c->tag = tag;
    if (tag)
        init_completion(&c->done);
    if (wait_for_completion_timeout(&c->done, 100) == 0)
        return -110;
    return c->status;
}

int main(void)
{
    static struct command c;
    return issue(&c, __VERIFIER_nondet_int());
}
