extern void rcu_read_lock(void), rcu_read_unlock(void), synchronize_rcu(void);
extern void *rcu_dereference_raw(void *);
extern int __VERIFIER_nondet_int(void);

struct route { int metric; int up; };
static struct route table[4];

static int metric_of(int i)
{
    rcu_read_lock();
    struct route *r = rcu_dereference_raw(&table[i & 3]);
    if (!r->up)
        return -1;
    rcu_read_unlock();
    return r->metric;
}

int main(void)
{
    table[1].up = 1;
    if (metric_of(__VERIFIER_nondet_int()) < 0)
        synchronize_rcu();
    return 0;
}
