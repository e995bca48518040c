struct module { int state; };
extern _Bool try_module_get(struct module *);
extern void module_put(struct module *);
extern int __VERIFIER_nondet_int(void);

static struct module owner;

struct file { int opened; };

static int file_open(struct file *f)
{
    if (!try_module_get(&owner))
        return -19;
    f->opened = __VERIFIER_nondet_int();
    if (f->opened <= 0) {
        module_put(&owner);
        return -12;
    }
    return 0;
}

int main(void)
{
    struct file f;
    if (file_open(&f) < 0)
        return 1;
    module_put(&owner);
    return 0;
}
