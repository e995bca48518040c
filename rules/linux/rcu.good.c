extern void rcu_read_lock(void), rcu_read_unlock(void), synchronize_rcu(void);
extern void *rcu_dereference_raw(void *);
extern int __VERIFIER_nondet_int(void);

struct route { int metric; int up; };
static struct route table[4];

static int metric_of(int i)
{
    int metric = -1;
    rcu_read_lock();
    struct route *r = rcu_dereference_raw(&table[i & 3]);
    if (r->up)
        metric = r->metric;
    rcu_read_unlock();
    return metric;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), best = 0;
    for (int i = 0; i < n; i++) {
        if (metric_of(i) > 0)
            best = i;
        else
            synchronize_rcu();
    }
    return best;
}
